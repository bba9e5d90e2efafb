// An agent whose tool call has as many megabytes of text as the prompt says, in one message.
import { createInterface } from "node:readline";

const LINE = `${"x".repeat(99)}\n`;
const LINES_PER_MB = 10_000;

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function prompt(id, { sessionId, prompt: [block] }) {
  const update = (fields) => write({ method: "session/update", params: { sessionId, update: fields } });
  const text = LINE.repeat(Number(block.text) * LINES_PER_MB);
  const call = { toolCallId: "loud", title: "npm run noise", kind: "execute" };
  update({ sessionUpdate: "tool_call", ...call, status: "in_progress" });
  const content = [{ type: "content", content: { type: "text", text } }];
  update({ sessionUpdate: "tool_call_update", toolCallId: "loud", status: "completed", content });
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "All of it." } });
  write({ id, result: { stopReason: "end_turn" } });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") write({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") write({ id, result: { sessionId: "one" } });
  else if (method === "session/prompt") prompt(id, params);
  else if (id !== undefined) write({ id, error: { code: -32601, message: "Method not found" } });
}
