// An agent that sends updates at a steady rate, each with the time at which it was written, in microseconds: "RATE SECONDS".
import { createInterface } from "node:readline";

const TICK_MS = 2;
const TEXT = "x".repeat(80);
let sessions = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") reply(id, { protocolVersion: 1, agentInfo: { name: "pacing", version: "1" } });
  else if (method === "session/new") reply(id, { sessionId: `s${(sessions += 1)}` });
  else if (method === "session/prompt") void pace(id, params);
}

async function pace(id, { sessionId, prompt }) {
  const [rate, seconds] = prompt[0].text.split(" ").map(Number);
  const total = rate * seconds;
  const startMs = performance.now();
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * rate));
    let text = "";
    for (; sent < due; sent += 1) text += update(sessionId);
    if (text !== "") process.stdout.write(text);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  reply(id, { stopReason: "end_turn" });
}

function update(sessionId) {
  const text = `now=${Math.round((performance.timeOrigin + performance.now()) * 1000)};${TEXT}`;
  const params = { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } };
  return `${JSON.stringify({ jsonrpc: "2.0", method: "session/update", params })}\n`;
}

function reply(id, result) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}
