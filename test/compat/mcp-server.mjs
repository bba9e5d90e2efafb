// A tiny MCP server over stdio for the checks: one tool, which gives back its input and what its environment says.
import { createInterface } from "node:readline";

const tool = {
  name: "repeat_word",
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
    const text = `repeated ${input?.word} by ${process.env["TINY_WORD"] ?? "nobody"}`;
    return { content: [{ type: "text", text }] };
  },
};

const answer = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim() === "") return;
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handle === undefined) answer({ id, error: { code: -32601, message: `no method ${method}` } });
  else answer({ id, result: handle(params ?? {}) });
});
