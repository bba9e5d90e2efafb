// Records everything that an agent sends, and validates every message against the official schema.
import { isObject } from "@parley/base";
import { validate } from "@parley/acp/strict";
import { observe, type Message, type RequestId, type Transport } from "@parley/rpc";

type DefName = Parameters<typeof validate>[0];

/** The defs of what an agent sends: params of its calls, results of the calls it answers. */
const PARAMS: Readonly<Record<string, DefName>> = {
  "session/update": "SessionNotification",
  "elicitation/complete": "CompleteElicitationNotification",
  "session/request_permission": "RequestPermissionRequest",
  "elicitation/create": "CreateElicitationRequest",
  "fs/read_text_file": "ReadTextFileRequest",
  "fs/write_text_file": "WriteTextFileRequest",
  "terminal/create": "CreateTerminalRequest",
  "terminal/output": "TerminalOutputRequest",
  "terminal/wait_for_exit": "WaitForTerminalExitRequest",
  "terminal/kill": "KillTerminalRequest",
  "terminal/release": "ReleaseTerminalRequest",
  "$/cancel_request": "CancelRequestNotification",
};
const RESULTS: Readonly<Record<string, DefName>> = {
  initialize: "InitializeResponse",
  authenticate: "AuthenticateResponse",
  logout: "LogoutResponse",
  "session/new": "NewSessionResponse",
  "session/load": "LoadSessionResponse",
  "session/resume": "ResumeSessionResponse",
  "session/list": "ListSessionsResponse",
  "session/close": "CloseSessionResponse",
  "session/delete": "DeleteSessionResponse",
  "session/fork": "ForkSessionResponse",
  "session/set_mode": "SetSessionModeResponse",
  "session/set_model": "SetSessionModelResponse",
  "session/set_config_option": "SetSessionConfigOptionResponse",
  "session/prompt": "PromptResponse",
};

export interface WireWatch {
  readonly transport: Transport;
  /** What the agent has sent, in wire order, as the client reads it. */
  readonly sent: Message[];
  /** Sentences about messages that break the schema, and methods that this file does not know. */
  readonly faults: string[];
}

export function watchWire(transport: Transport): WireWatch {
  const sent: Message[] = [];
  const faults: string[] = [];
  const asked = new Map<RequestId, string>();
  const check = (what: string, name: DefName | undefined, value: unknown): void => {
    if (name === undefined) {
      if (!what.startsWith("_")) faults.push(`${what} is not an agent message`);
      return;
    }
    const result = validate(name, value);
    if (!result.ok) faults.push(`${what}: ${JSON.stringify(result.errors)} in ${JSON.stringify(value)}`);
  };
  const watched = observe(transport, {
    received: (value) => {
      if (!isObject(value)) return;
      const { id, method } = value;
      if (typeof method === "string" && (typeof id === "number" || typeof id === "string")) asked.set(id, method);
    },
    sent: (message) => {
      const copy = JSON.parse(JSON.stringify(message)) as Message;
      sent.push(copy);
      if ("method" in copy) check(copy.method, PARAMS[copy.method], copy.params);
      else if ("result" in copy) {
        const method = asked.get(copy.id) ?? "an answer to nothing";
        check(method, RESULTS[method], copy.result);
      }
    },
    failed: (cause) => faults.push(String(cause)),
  });
  return { transport: watched, sent, faults };
}
