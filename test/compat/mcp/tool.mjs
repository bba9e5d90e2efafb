// What the tiny MCP servers of the checks answer: one tool, which returns its input and its server's environment.

/** `word`: what only the server knows. */
export function createAnswer(toolName, word) {
  const tool = {
    name: toolName,
    description: "Repeats a word.",
    inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
  };
  const methods = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "tiny", version: "1.0.0" },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools: [tool] }),
    "tools/call": ({ name, arguments: input }) => {
      if (name !== tool.name) return { isError: true, content: [{ type: "text", text: `no tool ${name}` }] };
      return { content: [{ type: "text", text: `repeated ${input?.word} by ${word ?? "none"}` }] };
    },
  };
  /** Undefined for a notification. */
  return ({ id, method, params }) => {
    if (id === undefined) return undefined;
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
    const outcome =
      handle === undefined
        ? { error: { code: -32601, message: `no method ${method}` } }
        : { result: handle(params ?? {}) };
    return { jsonrpc: "2.0", id, ...outcome };
  };
}
