// An agent that asks for many permissions at once, as many as the prompt says, and ends when all are answered.
import { createInterface } from "node:readline";

const open = new Map();
let nextId = 1;

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function ask(sessionId, number) {
  const id = nextId;
  nextId += 1;
  const toolCall = {
    toolCallId: `call-${number}`,
    title: `Publish package ${number}`,
    kind: "other",
    status: "pending",
  };
  const options = [
    { optionId: "yes", name: "Allow", kind: "allow_once" },
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ];
  write({ id, method: "session/request_permission", params: { sessionId, toolCall, options } });
  return new Promise((resolve) => open.set(id, resolve));
}

async function prompt(id, { sessionId, prompt: [block] }) {
  await Promise.all(Array.from({ length: Number(block.text) }, (_, index) => ask(sessionId, index + 1)));
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
