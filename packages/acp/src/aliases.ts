// What other systems send and the schema does not define: accepted when reading, never sent.
//
// The generator builds the rows into the decoders, where an alias is only tried if the field of the schema is missing
// or has another form. To add one: a row here, `npm run generate`, a sample in the test.
import {
  CLIENT_SPEC,
  EISEN,
  GGCODE,
  SUPERSET,
  type AnswerAlias,
  type MethodAlias,
  type SessionAlias,
  type WovenAlias,
} from "./alias-rows.ts";

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

/** Messages of agents that omit the session. */
export const SESSION_ALIASES: readonly SessionAlias[] = [
  { kind: "session", method: "session/update", by: SUPERSET },
  { kind: "session", method: "session/request_permission", by: EISEN },
  { kind: "session", method: "fs/read_text_file", by: GGCODE },
  { kind: "session", method: "fs/write_text_file", by: GGCODE },
  { kind: "session", method: "terminal/create", by: GGCODE },
  { kind: "session", method: "terminal/output", by: GGCODE },
  { kind: "session", method: "terminal/wait_for_exit", by: GGCODE },
  { kind: "session", method: "terminal/kill", by: GGCODE },
  { kind: "session", method: "terminal/release", by: GGCODE },
];

/** Requests whose sender reads the answer in another form too. */
export const ANSWER_ALIASES: readonly AnswerAlias[] = [
  {
    kind: "answer",
    method: "session/request_permission",
    asked: "withPlainOptions",
    reshape: "toOption",
    by: CLIENT_SPEC,
  },
  {
    kind: "answer",
    method: "session/request_permission",
    asked: "inPlainStructs",
    reshape: "addSelectedOption",
    by: GGCODE,
  },
  { kind: "answer", method: "terminal/output", asked: "withoutSession", reshape: "addExitCode", by: CLIENT_SPEC },
  { kind: "answer", method: "terminal/wait_for_exit", asked: "withoutSession", reshape: "addExitStatus", by: GGCODE },
];

/** The rows that the generator builds into the decoders. */
export const WOVEN_ALIASES: readonly WovenAlias[] = [
  // initialize. Copied, not renamed, because an agent of protocol version 2 is recognised by `capabilities` next to
  // `info`.
  { kind: "field", at: "InitializeRequest.clientCapabilities", from: "capabilities", keep: true, by: CLIENT_SPEC },
  { kind: "field", at: "InitializeResponse.agentCapabilities", from: "capabilities", keep: true, by: CLIENT_SPEC },
  { kind: "field", at: "InitializeResponse.agentCapabilities", from: "serverCapabilities", keep: true, by: EISEN },
  { kind: "field", at: "InitializeResponse.agentInfo", from: "serverInfo", keep: true, by: EISEN },
  { kind: "form", at: "InitializeRequest.protocolVersion", when: "string", reshape: "toVersion", by: CLIENT_SPEC },
  { kind: "form", at: "InitializeResponse.protocolVersion", when: "string", reshape: "toVersion", by: CLIENT_SPEC },

  // session/new, session/load, session/resume. An empty `cwd` stands for the folder that the session has.
  { kind: "absent", at: "NewSessionRequest.mcpServers", value: [], by: GGCODE },
  { kind: "absent", at: "LoadSessionRequest.mcpServers", value: [], by: GGCODE },
  { kind: "absent", at: "LoadSessionRequest.cwd", value: "", by: GGCODE },
  { kind: "absent", at: "ResumeSessionRequest.cwd", value: "", by: GGCODE },
  { kind: "field", at: "HistoryMessage.role", from: "Role", by: GGCODE },
  { kind: "field", at: "HistoryMessage.content", from: "Content", by: GGCODE },

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
  { kind: "absent", at: "McpServerStdio.args", value: [], by: GGCODE },
  { kind: "absent", at: "McpServerStdio.env", value: [], by: GGCODE },
  { kind: "absent", at: "McpServerHttp.headers", value: [], by: GGCODE },
  { kind: "absent", at: "McpServerSse.headers", value: [], by: GGCODE },
  { kind: "object", at: "McpServer", reshape: "unfoldTransport", by: CLIENT_SPEC },
  { kind: "form", at: "CreateTerminalRequest.env", when: "object", reshape: "toNameValueList", by: CLIENT_SPEC },
  { kind: "field", at: "WaitForTerminalExitResponse.exitCode", from: "exitStatus.exitCode", by: GGCODE },
  { kind: "field", at: "WaitForTerminalExitResponse.signal", from: "exitStatus.signal", by: GGCODE },
  { kind: "absent", at: "TerminalOutputResponse.truncated", value: false, by: CLIENT_SPEC },
  { kind: "absent", at: "TerminalOutputResponse.exitStatus", value: { from: "exitStatusOf" }, by: CLIENT_SPEC },

  // content
  { kind: "tag", at: "ContentBlock", from: "embedded_resource", to: "resource", by: CLIENT_SPEC },
  { kind: "object", at: "EmbeddedResourceResource", reshape: "unfoldResource", by: GGCODE },
  { kind: "field", at: "ImageContent.data", from: "imageData", by: GGCODE },
  { kind: "field", at: "ImageContent.mimeType", from: "imageMime", by: GGCODE },
  { kind: "field", at: "AudioContent.data", from: "audioData", by: GGCODE },
  { kind: "field", at: "AudioContent.mimeType", from: "audioMime", by: GGCODE },
  { kind: "object", at: "ContentBlock.image", reshape: "readImageUrl", by: GGCODE },
  { kind: "object", at: "ContentBlock.audio", reshape: "readAudioUrl", by: GGCODE },
  { kind: "absent", at: "ResourceLink.name", value: { from: "nameOfLink" }, by: GGCODE },
  { kind: "tag", at: "ContentBlock", from: "tool_use", to: "text", reshape: "toolUseToText", by: GGCODE },
  { kind: "tag", at: "ContentBlock", from: "tool_result", to: "text", reshape: "toolResultToText", by: GGCODE },

  // session/update
  { kind: "object", at: "SessionNotification", reshape: "gatherUpdate", by: CLIENT_SPEC },
  { kind: "field", at: "SessionNotification.sessionId", from: "session_id", by: SUPERSET },
  { kind: "field", at: "SessionUpdate.sessionUpdate", from: "type", by: CLIENT_SPEC },
  { kind: "form", at: "ContentChunk.content", when: "string", reshape: "toTextBlock", by: CLIENT_SPEC },
  { kind: "owner", at: "ContentChunk.content", reshape: "toolBlockToUpdate", by: GGCODE },
  { kind: "tag", at: "SessionUpdate", from: "text", to: "agent_message_chunk", reshape: "textToChunk", by: SUPERSET },
  {
    kind: "tag",
    at: "SessionUpdate",
    from: "thinking",
    to: "agent_thought_chunk",
    reshape: "thinkingToChunk",
    by: SUPERSET,
  },
  {
    kind: "tag",
    at: "SessionUpdate",
    from: "tool_result",
    to: "tool_call_update",
    reshape: "resultToUpdate",
    by: SUPERSET,
  },
  { kind: "object", at: "SessionUpdate.tool_call", reshape: "unfoldToolCall", by: CLIENT_SPEC },
  {
    kind: "object",
    at: "SessionUpdate.tool_call_update",
    having: "updates",
    reshape: "unfoldUpdates",
    by: CLIENT_SPEC,
  },
  { kind: "word", at: "ToolKind", from: "browser", to: "fetch", by: GGCODE },
  { kind: "form", at: "ToolCall.content", when: "object", reshape: "toList", by: GGCODE },
  { kind: "form", at: "ToolCallUpdate.content", when: "object", reshape: "toList", by: GGCODE },
  { kind: "tag", at: "ToolCallContent", from: "text", to: "content", reshape: "wrapBlock", by: GGCODE },
  { kind: "tag", at: "ToolCallContent", from: "image", to: "content", reshape: "wrapBlock", by: GGCODE },
  { kind: "object", at: "ToolCallContent.diff", having: "diff", reshape: "unfoldDiff", by: GGCODE },
  { kind: "absent", at: "Diff.path", value: "", by: EISEN },
  { kind: "absent", at: "Diff.newText", value: { from: "emptiedText" }, by: EISEN },
  { kind: "field", at: "Plan.entries", from: "plan.entries", by: GGCODE },
  { kind: "field", at: "Plan.entries", from: "plan", when: "array", by: CLIENT_SPEC },
  { kind: "absent", at: "PlanEntry.priority", value: "medium", by: GGCODE },
  { kind: "absent", at: "PlanEntry.status", value: "pending", by: GGCODE },
  { kind: "word", at: "PlanEntryStatus", from: "failed", to: "failed", by: GGCODE },
  { kind: "field", at: "AvailableCommandsUpdate.availableCommands", from: "commands", by: CLIENT_SPEC },
  { kind: "absent", at: "AvailableCommand.description", value: "", by: EISEN },

  // session/prompt. `error` stays: version 1 has no stop reason for a failure, and version 2 uses this word.
  { kind: "word", at: "StopReason", from: "max_turns", to: "max_turn_requests", by: GGCODE },
  { kind: "word", at: "StopReason", from: "tool_use", to: "end_turn", by: GGCODE },
  { kind: "word", at: "StopReason", from: "error", to: "error", by: GGCODE },

  // session/request_permission. A request with an unknown kind goes to the user.
  { kind: "object", at: "RequestPermissionRequest", reshape: "gatherToolCall", by: CLIENT_SPEC },
  { kind: "absent", at: "PermissionOption.name", value: { from: "nameOfOption" }, by: EISEN },
  { kind: "absent", at: "PermissionOption.kind", value: "unknown", by: GGCODE },
  { kind: "object", at: "RequestPermissionResponse", reshape: "gatherOutcome", by: CLIENT_SPEC },
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

/** The schema's name of a method; any other name is returned unchanged. */
export function canonicalMethod(name: string): string {
  for (const alias of METHOD_ALIASES) if (alias.from === name) return alias.to;
  return name;
}
