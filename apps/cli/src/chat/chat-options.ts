// Options of a chat.
import type { SessionInfo } from "@parley/home/session-log";
import type { CommandContext } from "../command.ts";
import type { ChatHost } from "./chat-host.ts";
import type { HistoryFile } from "./input/history-file.ts";
import type { DeferredAsk } from "./deferred-ask.ts";

export interface ChatOptions {
  readonly context: CommandContext;
  readonly host: ChatHost;
  /** Holds questions and reports until the chat has loaded. */
  readonly actions: DeferredAsk;
  /** The session to resume. */
  readonly known: SessionInfo | undefined;
  /** The user's name for a new session. */
  readonly name: string | undefined;
  readonly history: HistoryFile;
  /** A prompt that the chat sends as soon as the session is open. */
  readonly prompt: string | undefined;
}
