// What other systems put on the wire and the schema does not know: accepted on reading, never sent.
//
// The generator weaves the rows into the decoders, each at its own field, where it is looked at only when the
// field of the schema is missing or has the wrong form. To add one: a row here, `npm run generate`, a test.
import type { Reshape } from "./alias-shapes.ts";

/** Who sends it. */
type System = "Eisen" | "vscode-acp client spec" | "superset server" | "ggcode";

/** A field under another name; a dot reaches into an object. */
export interface FieldAlias {
  readonly kind: "field";
  readonly def: string;
  readonly field: string;
  readonly from: string;
  /** The other field stays where it was. Without this it is renamed. */
  readonly keep?: true;
  readonly system: System;
}

/** Another word of a string enum. A word that maps to itself is let through, because the enum is read as open. */
export interface ValueAlias {
  readonly kind: "value";
  readonly def: string;
  readonly from: string;
  readonly to: string;
  readonly system: System;
}

/** Another word in the tag of a union; with `having`, only beside that field. The first row that fits counts. */
export interface TagAlias {
  readonly kind: "tag";
  readonly def: string;
  readonly from: string;
  readonly to: string;
  readonly having?: string;
  readonly system: System;
}

/** A field with a value of another form: when its JSON type is `when`, `reshape` converts it. */
export interface FormAlias {
  readonly kind: "form";
  readonly def: string;
  readonly field: string;
  readonly when: "string" | "object" | "array";
  readonly reshape: keyof Reshape["form"];
  readonly system: System;
}

/** A whole object of another form: when it does not decode, `reshape` changes it and it is decoded once more. */
export interface ObjectAlias {
  readonly kind: "object";
  readonly def: string;
  readonly reshape: keyof Reshape["object"];
  readonly sent: string;
  readonly system: System;
}

/** A method under another name. */
export interface MethodAlias {
  readonly kind: "method";
  readonly from: string;
  readonly to: string;
  readonly system: System;
}

export type Alias = FieldAlias | ValueAlias | TagAlias | FormAlias | ObjectAlias | MethodAlias;

/** The methods with another name. */
export const METHOD_ALIASES: readonly MethodAlias[] = [
  { kind: "method", from: "session/authenticate", to: "authenticate", system: "ggcode" },
  { kind: "method", from: "new_session", to: "session/new", system: "superset server" },
  { kind: "method", from: "load_session", to: "session/load", system: "superset server" },
  { kind: "method", from: "prompt", to: "session/prompt", system: "superset server" },
  { kind: "method", from: "cancel", to: "session/cancel", system: "superset server" },
  { kind: "method", from: "set_session_mode", to: "session/set_mode", system: "superset server" },
  { kind: "method", from: "set_session_model", to: "session/set_model", system: "superset server" },
];

// oxfmt-ignore: one row, one line, so that the table can be read as one.
const WOVEN_ALIASES: readonly Exclude<Alias, MethodAlias>[] = [
  // initialize. Copied, not renamed: `capabilities` beside `info` is how an agent of protocol version 2 is recognised.
  { kind: "field", def: "InitializeRequest", field: "clientCapabilities", from: "capabilities", keep: true, system: "vscode-acp client spec" },
  { kind: "field", def: "InitializeResponse", field: "agentCapabilities", from: "capabilities", keep: true, system: "vscode-acp client spec" },
  { kind: "field", def: "InitializeResponse", field: "agentCapabilities", from: "serverCapabilities", keep: true, system: "Eisen" },
  { kind: "field", def: "InitializeResponse", field: "agentInfo", from: "serverInfo", keep: true, system: "Eisen" },
  { kind: "form", def: "InitializeRequest", field: "protocolVersion", when: "string", reshape: "toVersion", system: "vscode-acp client spec" },
  { kind: "form", def: "InitializeResponse", field: "protocolVersion", when: "string", reshape: "toVersion", system: "vscode-acp client spec" },

  // authenticate
  { kind: "field", def: "AuthenticateRequest", field: "methodId", from: "authMethodId", system: "ggcode" },
  { kind: "form", def: "AuthMethodTerminal", field: "env", when: "array", reshape: "toMap", system: "ggcode" },

  // modes
  { kind: "field", def: "SetSessionModeRequest", field: "modeId", from: "mode", system: "ggcode" },
  { kind: "field", def: "SessionModeState", field: "availableModes", from: "modes", system: "ggcode" },
  { kind: "field", def: "SessionModeState", field: "currentModeId", from: "current", system: "ggcode" },
  { kind: "field", def: "SessionModeState", field: "currentModeId", from: "currentMode", system: "vscode-acp client spec" },
  { kind: "field", def: "SessionMode", field: "id", from: "name", keep: true, system: "vscode-acp client spec" },
  { kind: "field", def: "CurrentModeUpdate", field: "currentModeId", from: "mode", system: "ggcode" },

  // config options
  { kind: "field", def: "SessionConfigSelectOption", field: "value", from: "id", system: "ggcode" },
  { kind: "field", def: "SessionConfigSelectGroup", field: "group", from: "id", system: "ggcode" },

  // MCP servers and terminals
  { kind: "form", def: "McpServerStdio", field: "env", when: "object", reshape: "toNameValueList", system: "vscode-acp client spec" },
  { kind: "form", def: "McpServerHttp", field: "headers", when: "object", reshape: "toNameValueList", system: "vscode-acp client spec" },
  { kind: "form", def: "McpServerSse", field: "headers", when: "object", reshape: "toNameValueList", system: "vscode-acp client spec" },
  { kind: "object", def: "McpServer", reshape: "unfoldTransport", sent: "{name, transport: {type, …}}", system: "vscode-acp client spec" },
  { kind: "form", def: "CreateTerminalRequest", field: "env", when: "object", reshape: "toNameValueList", system: "vscode-acp client spec" },
  { kind: "field", def: "WaitForTerminalExitResponse", field: "exitCode", from: "exitStatus.exitCode", system: "ggcode" },
  { kind: "field", def: "WaitForTerminalExitResponse", field: "signal", from: "exitStatus.signal", system: "ggcode" },

  // content
  { kind: "tag", def: "ContentBlock", from: "embedded_resource", to: "resource", system: "vscode-acp client spec" },
  { kind: "object", def: "EmbeddedResourceResource", reshape: "unfoldResource", sent: "{text: {uri, text}} or {blob: {uri, blob}}", system: "ggcode" },
  { kind: "field", def: "ImageContent", field: "data", from: "imageData", system: "ggcode" },
  { kind: "field", def: "ImageContent", field: "mimeType", from: "imageMime", system: "ggcode" },
  { kind: "field", def: "AudioContent", field: "data", from: "audioData", system: "ggcode" },
  { kind: "field", def: "AudioContent", field: "mimeType", from: "audioMime", system: "ggcode" },

  // session/update
  { kind: "object", def: "SessionNotification", reshape: "gatherUpdate", sent: "{sessionId, sessionUpdate: {…}} or {sessionId, sessionUpdate: name, …}", system: "vscode-acp client spec" },
  { kind: "field", def: "SessionUpdate", field: "sessionUpdate", from: "type", system: "vscode-acp client spec" },
  { kind: "form", def: "ContentChunk", field: "content", when: "string", reshape: "toTextBlock", system: "vscode-acp client spec" },
  { kind: "field", def: "Plan", field: "entries", from: "plan.entries", system: "ggcode" },
  { kind: "value", def: "PlanEntryStatus", from: "failed", to: "failed", system: "ggcode" },

  // session/prompt. `error` stays as it is: no stop reason of version 1 means "it went wrong", and version 2 has this very word.
  { kind: "value", def: "StopReason", from: "max_turns", to: "max_turn_requests", system: "ggcode" },
  { kind: "value", def: "StopReason", from: "tool_use", to: "end_turn", system: "ggcode" },
  { kind: "value", def: "StopReason", from: "error", to: "error", system: "ggcode" },

  // session/request_permission
  { kind: "value", def: "PermissionOptionKind", from: "deny", to: "reject_once", system: "Eisen" },
  { kind: "tag", def: "RequestPermissionOutcome", from: "rejected", having: "selectedOption", to: "selected", system: "ggcode" },
  { kind: "tag", def: "RequestPermissionOutcome", from: "rejected", to: "cancelled", system: "ggcode" },
  { kind: "field", def: "SelectedPermissionOutcome", field: "optionId", from: "selectedOption.optionId", system: "ggcode" },
];

/** Every alias. */
export const ALIASES: readonly Alias[] = [...METHOD_ALIASES, ...WOVEN_ALIASES];

/** The name that the schema has for a method; any other name comes back as it is. */
export function canonicalMethod(name: string): string {
  for (const alias of METHOD_ALIASES) if (alias.from === name) return alias.to;
  return name;
}
