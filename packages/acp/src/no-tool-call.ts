// The id of the tool call in a request for permission that names none. Whoever sees it knows nothing of what is asked for.
export const NO_TOOL_CALL_ID = "no-tool-call";
