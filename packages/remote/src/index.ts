// A client of the Parley server, for browsers and Node: follows sessions, prompts, and reconnects.
export type { CallOptions } from "./calls/call.ts";
export {
  connectServer,
  type EndedTurn,
  type PromptOptions,
  type Remote,
  type RequestOptions,
  type ServerOptions,
  type ServerPlace,
  type StartedTurn,
} from "./connect-server.ts";
export type { ServerAddress } from "./connection/address.ts";
export type { ClientName } from "./connection/handshake.ts";
export type { ConnectionState, ServerInfo } from "./connection/state.ts";
export type { ChangeEvent, EventsHandler, FollowingEvents, ResetEvent } from "./events/followed-events.ts";
export type { DocumentReport, EditorFiles, FileRead, FileWrite } from "./files/served-files.ts";
export type { Following, FollowOptions } from "./sessions/followed-sessions.ts";
export type { FollowEnd, FollowHandler, TrimmedEvents } from "./sessions/follower.ts";
export type { CallTool, OfferedTool, ToolCall } from "./tools/served-tools.ts";
export type { FollowingTerminal, RemoteTerminal, TerminalHandler } from "./terminals/followed-terminals.ts";
