// What other systems put on the wire and the schema does not know: accepted on reading, never sent.
//
// The generator weaves the rows into the decoders, each at its own place, where it is looked at only when the
// field of the schema is missing or has another form. To add one: a row here, `npm run generate`, a sample in the test.
import type { Reshape } from "./alias-shapes.ts";

// Who sends it.
const EISEN = "Eisen";
const CLIENT_SPEC = "vscode-acp client spec";
const SUPERSET = "superset server";
const GGCODE = "ggcode";

interface Row {
  /** The def, or `Def.field`, of the schema. */
  readonly at: string;
  readonly by: typeof EISEN | typeof CLIENT_SPEC | typeof SUPERSET | typeof GGCODE;
}

/** A field under another name; a dot in `from` reaches into an object. */
export interface FieldAlias extends Row {
  readonly kind: "field";
  readonly from: string;
  /** The other field stays as it was. Without this it is renamed. */
  readonly keep?: true;
}

/** Another word of a string enum. One that stays as it is needs nothing but an enum that is read as open. */
interface WordAlias extends Row {
  readonly kind: "word";
  readonly from: string;
  readonly to: string;
}

/** Another word in the tag of a union; with `having`, only beside that field. The first row that fits counts. */
interface TagAlias extends Row {
  readonly kind: "tag";
  readonly from: string;
  readonly to: string;
  readonly having?: string;
}

/** A field with a value of another form: when its JSON type is `when`, `reshape` converts it. */
export interface FormAlias extends Row {
  readonly kind: "form";
  readonly when: "string" | "object" | "array";
  readonly reshape: keyof Reshape["form"];
}

/** A whole object of another form: when it does not decode, `reshape` changes it and it is decoded once more. */
interface ObjectAlias extends Row {
  readonly kind: "object";
  readonly reshape: keyof Reshape["object"];
}

/** A method under another name. */
interface MethodAlias extends Omit<Row, "at"> {
  readonly kind: "method";
  readonly from: string;
  readonly to: string;
}

export type WovenAlias = FieldAlias | WordAlias | TagAlias | FormAlias | ObjectAlias;

/** The rows that the dispatch of methods needs. */
export const METHOD_ALIASES: readonly MethodAlias[] = [
  { kind: "method", from: "session/authenticate", to: "authenticate", by: GGCODE },
  { kind: "method", from: "new_session", to: "session/new", by: SUPERSET },
  { kind: "method", from: "load_session", to: "session/load", by: SUPERSET },
  { kind: "method", from: "prompt", to: "session/prompt", by: SUPERSET },
  { kind: "method", from: "cancel", to: "session/cancel", by: SUPERSET },
  { kind: "method", from: "set_session_mode", to: "session/set_mode", by: SUPERSET },
  { kind: "method", from: "set_session_model", to: "session/set_model", by: SUPERSET },
];

/** The rows that the generator weaves into the decoders. */
export const WOVEN_ALIASES: readonly WovenAlias[] = [
  // initialize. Copied, not renamed: `capabilities` beside `info` is how an agent of protocol version 2 is recognised.
  { kind: "field", at: "InitializeRequest.clientCapabilities", from: "capabilities", keep: true, by: CLIENT_SPEC },
  { kind: "field", at: "InitializeResponse.agentCapabilities", from: "capabilities", keep: true, by: CLIENT_SPEC },
  { kind: "field", at: "InitializeResponse.agentCapabilities", from: "serverCapabilities", keep: true, by: EISEN },
  { kind: "field", at: "InitializeResponse.agentInfo", from: "serverInfo", keep: true, by: EISEN },
  { kind: "form", at: "InitializeRequest.protocolVersion", when: "string", reshape: "toVersion", by: CLIENT_SPEC },
  { kind: "form", at: "InitializeResponse.protocolVersion", when: "string", reshape: "toVersion", by: CLIENT_SPEC },

  // authenticate
  { kind: "field", at: "AuthenticateRequest.methodId", from: "authMethodId", by: GGCODE },
  { kind: "form", at: "AuthMethodTerminal.env", when: "array", reshape: "toMap", by: GGCODE },

  // modes
  { kind: "field", at: "SetSessionModeRequest.modeId", from: "mode", by: GGCODE },
  { kind: "field", at: "SessionModeState.availableModes", from: "modes", by: GGCODE },
  { kind: "field", at: "SessionModeState.currentModeId", from: "current", by: GGCODE },
  { kind: "field", at: "SessionModeState.currentModeId", from: "currentMode", by: CLIENT_SPEC },
  { kind: "field", at: "SessionMode.id", from: "name", keep: true, by: CLIENT_SPEC },
  { kind: "field", at: "CurrentModeUpdate.currentModeId", from: "mode", by: GGCODE },

  // config options
  { kind: "field", at: "SessionConfigSelectOption.value", from: "id", by: GGCODE },
  { kind: "field", at: "SessionConfigSelectGroup.group", from: "id", by: GGCODE },

  // MCP servers and terminals
  { kind: "form", at: "McpServerStdio.env", when: "object", reshape: "toNameValueList", by: CLIENT_SPEC },
  { kind: "form", at: "McpServerHttp.headers", when: "object", reshape: "toNameValueList", by: CLIENT_SPEC },
  { kind: "form", at: "McpServerSse.headers", when: "object", reshape: "toNameValueList", by: CLIENT_SPEC },
  { kind: "object", at: "McpServer", reshape: "unfoldTransport", by: CLIENT_SPEC },
  { kind: "form", at: "CreateTerminalRequest.env", when: "object", reshape: "toNameValueList", by: CLIENT_SPEC },
  { kind: "field", at: "WaitForTerminalExitResponse.exitCode", from: "exitStatus.exitCode", by: GGCODE },
  { kind: "field", at: "WaitForTerminalExitResponse.signal", from: "exitStatus.signal", by: GGCODE },

  // content
  { kind: "tag", at: "ContentBlock", from: "embedded_resource", to: "resource", by: CLIENT_SPEC },
  { kind: "object", at: "EmbeddedResourceResource", reshape: "unfoldResource", by: GGCODE },
  { kind: "field", at: "ImageContent.data", from: "imageData", by: GGCODE },
  { kind: "field", at: "ImageContent.mimeType", from: "imageMime", by: GGCODE },
  { kind: "field", at: "AudioContent.data", from: "audioData", by: GGCODE },
  { kind: "field", at: "AudioContent.mimeType", from: "audioMime", by: GGCODE },

  // session/update
  { kind: "object", at: "SessionNotification", reshape: "gatherUpdate", by: CLIENT_SPEC },
  { kind: "field", at: "SessionUpdate.sessionUpdate", from: "type", by: CLIENT_SPEC },
  { kind: "form", at: "ContentChunk.content", when: "string", reshape: "toTextBlock", by: CLIENT_SPEC },
  { kind: "field", at: "Plan.entries", from: "plan.entries", by: GGCODE },
  { kind: "word", at: "PlanEntryStatus", from: "failed", to: "failed", by: GGCODE },

  // session/prompt. `error` stays: no stop reason of version 1 says that it went wrong, and version 2 has this very word.
  { kind: "word", at: "StopReason", from: "max_turns", to: "max_turn_requests", by: GGCODE },
  { kind: "word", at: "StopReason", from: "tool_use", to: "end_turn", by: GGCODE },
  { kind: "word", at: "StopReason", from: "error", to: "error", by: GGCODE },

  // session/request_permission
  { kind: "word", at: "PermissionOptionKind", from: "deny", to: "reject_once", by: EISEN },
  {
    kind: "tag",
    at: "RequestPermissionOutcome",
    from: "rejected",
    having: "selectedOption",
    to: "selected",
    by: GGCODE,
  },
  { kind: "tag", at: "RequestPermissionOutcome", from: "rejected", to: "cancelled", by: GGCODE },
  { kind: "field", at: "SelectedPermissionOutcome.optionId", from: "selectedOption.optionId", by: GGCODE },
];

/** The name that the schema has for a method; any other name comes back as it is. */
export function canonicalMethod(name: string): string {
  for (const alias of METHOD_ALIASES) if (alias.from === name) return alias.to;
  return name;
}
