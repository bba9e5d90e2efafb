// An agent that asks its client for the file that the prompt names, without a tool call.
import { createInterface } from "node:readline";

const open = new Map();

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

async function prompt(id, { sessionId, prompt: [block] }) {
  const read = new Promise((resolve) => open.set("read", resolve));
  write({ id: "read", method: "fs/read_text_file", params: { sessionId, path: block.text } });
  await read;
  const content = { type: "text", text: "I have read it." };
  write({ method: "session/update", params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
  write({ id, result: { stopReason: "end_turn" } });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") write({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") write({ id, result: { sessionId: "one" } });
  else if (method === "session/prompt") void prompt(id, params);
  else if (method === undefined) open.get(id)?.();
  else if (id !== undefined) write({ id, error: { code: -32601, message: "Method not found" } });
}
