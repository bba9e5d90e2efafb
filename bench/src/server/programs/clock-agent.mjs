// An agent whose only answer is the time at which it was written, in microseconds.
import { createInterface } from "node:readline";

let sessions = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") reply(id, { protocolVersion: 1, agentInfo: { name: "clock", version: "1" } });
  else if (method === "session/new") reply(id, { sessionId: `s${(sessions += 1)}` });
  else if (method === "session/prompt") {
    tellTime(params.sessionId);
    // The answer comes later, so that it has no part in what is measured.
    setTimeout(() => reply(id, { stopReason: "end_turn" }), 20);
  }
}

function tellTime(sessionId) {
  const text = `now=${Math.round((performance.timeOrigin + performance.now()) * 1000)};`;
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  send({ method: "session/update", params: { sessionId, update } });
}

function reply(id, result) {
  send({ id, result });
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
