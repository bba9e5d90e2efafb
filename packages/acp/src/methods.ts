// The method table, used by handlers, callers, gates, timeouts, ordering, proxy labels and the coverage document.
import { decoders, type Decoder } from "./decode.ts";
import type * as t from "./generated/types.ts";
import { REQUEST_TIMEOUT_MS } from "./limits.ts";
import type { Signatures } from "./signatures.ts";

export type MethodName = keyof Signatures;

/**
 * How the agent orders calls for one session. `exclusive` runs after all earlier calls, and later calls wait for it.
 * `ordered` runs after the earlier exclusive calls, and no call waits for it. `free` runs at once.
 */
export type SessionOrdering = "exclusive" | "ordered" | "free";

export interface MethodRow<Params, Result> {
  readonly to: "agent" | "client";
  readonly kind: "request" | "notification";
  readonly status: "stable" | "unstable" | "legacy";
  /** Label for logs and the proxy. */
  readonly label: string;
  readonly params: Decoder<Params>;
  readonly result: Decoder<Result> | undefined;
  /** What the receiver must have announced, as a path in its capabilities. */
  readonly capability: string | undefined;
  /** Further capabilities that these params need. */
  readonly needs: ((params: Params) => readonly string[]) | undefined;
  /** Default timeout for callers; undefined means none, because a user or a model is working on it. */
  readonly timeoutMs: number | undefined;
  readonly ordering: SessionOrdering;
  /** The answer "not found" counts as success. */
  readonly goneIsDone: boolean;
}

export type MethodTable = {
  readonly [M in MethodName]: MethodRow<Signatures[M]["params"], Signatures[M]["result"]>;
};

type Extras<Params> = Partial<
  Pick<MethodRow<Params, unknown>, "capability" | "needs" | "timeoutMs" | "ordering" | "goneIsDone" | "status">
>;

/** Requests without a timeout use this name. */
const UNTIMED = { timeoutMs: undefined } as const;

function request<Params, Result>(
  to: "agent" | "client",
  label: string,
  params: Decoder<Params>,
  result: Decoder<Result>,
  extras: Extras<Params> = {},
): MethodRow<Params, Result> {
  return toRow({ to, kind: "request", label, params, result }, extras);
}

function notification<Params>(
  to: "agent" | "client",
  label: string,
  params: Decoder<Params>,
  extras: Extras<Params> = {},
): MethodRow<Params, void> {
  return toRow({ to, kind: "notification", label, params, result: undefined }, extras);
}

/** Field by field, because this runs at every start and spreads are slow. */
function toRow<Params, Result>(
  { to, kind, label, params, result }: Pick<MethodRow<Params, Result>, "to" | "kind" | "label" | "params" | "result">,
  extras: Extras<Params>,
): MethodRow<Params, Result> {
  const { status = "stable", capability, needs, ordering = "free", goneIsDone = false } = extras;
  const timeoutMs = "timeoutMs" in extras ? extras.timeoutMs : REQUEST_TIMEOUT_MS;
  return { to, kind, status, label, params, result, capability, needs, timeoutMs, ordering, goneIsDone };
}

export const methods: MethodTable = {
  initialize: request("agent", "initialize", decoders.InitializeRequest, decoders.InitializeResponse),
  authenticate: request("agent", "sign in", decoders.AuthenticateRequest, decoders.AuthenticateResponse, UNTIMED),
  logout: request("agent", "sign out", decoders.LogoutRequest, decoders.LogoutResponse, {
    capability: "auth.logout",
  }),
  "session/new": request("agent", "new session", decoders.NewSessionRequest, decoders.NewSessionResponse, {
    needs: sessionNeeds,
  }),
  "session/load": request("agent", "load session", decoders.LoadSessionRequest, decoders.LoadSessionResponse, {
    capability: "loadSession",
    needs: sessionNeeds,
    ordering: "exclusive",
  }),
  "session/resume": request("agent", "resume session", decoders.ResumeSessionRequest, decoders.ResumeSessionResponse, {
    capability: "sessionCapabilities.resume",
    needs: sessionNeeds,
    ordering: "exclusive",
  }),
  "session/list": request("agent", "list sessions", decoders.ListSessionsRequest, decoders.ListSessionsResponse, {
    capability: "sessionCapabilities.list",
  }),
  "session/close": request("agent", "close session", decoders.CloseSessionRequest, decoders.CloseSessionResponse, {
    capability: "sessionCapabilities.close",
    ordering: "exclusive",
    goneIsDone: true,
  }),
  "session/delete": request("agent", "delete session", decoders.DeleteSessionRequest, decoders.DeleteSessionResponse, {
    capability: "sessionCapabilities.delete",
    ordering: "exclusive",
    goneIsDone: true,
  }),
  "session/fork": request("agent", "fork session", decoders.ForkSessionRequest, decoders.ForkSessionResponse, {
    status: "unstable",
    capability: "sessionCapabilities.fork",
    needs: sessionNeeds,
    ordering: "exclusive",
  }),
  "session/set_mode": request("agent", "set mode", decoders.SetSessionModeRequest, decoders.SetSessionModeResponse, {
    ordering: "exclusive",
  }),
  "session/set_model": request(
    "agent",
    "set model",
    decoders.SetSessionModelRequest,
    decoders.SetSessionModelResponse,
    {
      status: "legacy",
      ordering: "exclusive",
    },
  ),
  "session/set_config_option": request(
    "agent",
    "set option",
    decoders.SetSessionConfigOptionRequest,
    decoders.SetSessionConfigOptionResponse,
    { ordering: "exclusive" },
  ),
  "session/prompt": request("agent", "prompt", decoders.PromptRequest, decoders.PromptResponse, {
    ...UNTIMED,
    needs: promptNeeds,
    ordering: "ordered",
  }),
  "session/cancel": notification("agent", "cancel", decoders.CancelNotification),
  "session/update": notification("client", "update", decoders.SessionNotification, { needs: updateNeeds }),
  "session/request_permission": request(
    "client",
    "ask permission",
    decoders.RequestPermissionRequest,
    decoders.RequestPermissionResponse,
    UNTIMED,
  ),
  "elicitation/create": request(
    "client",
    "ask the user",
    decoders.CreateElicitationRequest,
    decoders.CreateElicitationResponse,
    { ...UNTIMED, capability: "elicitation", needs: elicitationNeeds },
  ),
  "elicitation/complete": notification("client", "question done", decoders.CompleteElicitationNotification, {
    capability: "elicitation.url",
  }),
  "fs/read_text_file": request("client", "read file", decoders.ReadTextFileRequest, decoders.ReadTextFileResponse, {
    capability: "fs.readTextFile",
  }),
  "fs/write_text_file": request("client", "write file", decoders.WriteTextFileRequest, decoders.WriteTextFileResponse, {
    capability: "fs.writeTextFile",
  }),
  "terminal/create": request("client", "run command", decoders.CreateTerminalRequest, decoders.CreateTerminalResponse, {
    capability: "terminal",
  }),
  "terminal/output": request("client", "read output", decoders.TerminalOutputRequest, decoders.TerminalOutputResponse, {
    capability: "terminal",
  }),
  "terminal/wait_for_exit": request(
    "client",
    "wait for command",
    decoders.WaitForTerminalExitRequest,
    decoders.WaitForTerminalExitResponse,
    { ...UNTIMED, capability: "terminal" },
  ),
  "terminal/kill": request("client", "stop command", decoders.KillTerminalRequest, decoders.KillTerminalResponse, {
    capability: "terminal",
  }),
  "terminal/release": request(
    "client",
    "release terminal",
    decoders.ReleaseTerminalRequest,
    decoders.ReleaseTerminalResponse,
    { capability: "terminal" },
  ),
};

interface SessionSetup {
  readonly mcpServers?: readonly t.McpServer[] | undefined;
  readonly additionalDirectories?: readonly string[] | undefined;
}

function sessionNeeds({ mcpServers = [], additionalDirectories = [] }: SessionSetup): string[] {
  const needs = additionalDirectories.length > 0 ? ["sessionCapabilities.additionalDirectories"] : [];
  for (const server of mcpServers) {
    if ("type" in server && (server.type === "http" || server.type === "sse")) {
      needs.push(`mcpCapabilities.${server.type}`);
    }
  }
  return needs;
}

function promptNeeds({ prompt }: t.PromptRequest): string[] {
  return prompt.flatMap((block) => PROMPT_CAPABILITIES[block.type ?? "text"] ?? []);
}

/** Text and links need no capability: every agent accepts them. */
const PROMPT_CAPABILITIES: Readonly<Record<string, string>> = {
  image: "promptCapabilities.image",
  audio: "promptCapabilities.audio",
  resource: "promptCapabilities.embeddedContext",
};

function updateNeeds({ update }: t.SessionNotification): readonly string[] {
  const kind = update.sessionUpdate ?? "";
  // A kind may have any name, even "constructor".
  return Object.hasOwn(UPDATE_CAPABILITIES, kind) ? (UPDATE_CAPABILITIES[kind] ?? NONE) : NONE;
}

const NONE: readonly string[] = [];
const UPDATE_CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  notice: ["session.notices"],
  compaction_update: ["session.compaction"],
  compaction_summary_chunk: ["session.compaction"],
};

function elicitationNeeds({ mode }: t.CreateElicitationRequest): string[] {
  return mode === "form" || mode === "url" ? [`elicitation.${mode}`] : [];
}
