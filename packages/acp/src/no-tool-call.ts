// The tool call id in a permission request that names no tool call, so nothing is known about the request.
export const NO_TOOL_CALL_ID = "no-tool-call";

/** Whether a permission request says which tool call it is about. Some agents leave the id empty. */
export function isNamedToolCall(toolCallId: unknown): boolean {
  return toolCallId !== NO_TOOL_CALL_ID && toolCallId !== "";
}
