// The tool call id in a permission request that names no tool call, so nothing is known about the request.
export const NO_TOOL_CALL_ID = "no-tool-call";
