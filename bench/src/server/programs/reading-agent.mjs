// An agent that reads a file through its client again and again, and says how long one request takes: the median.
import { createInterface } from "node:readline";

const READS = 400;
const waiting = new Map();
let lastId = 0;

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

function ask(method, params) {
  lastId += 1;
  const id = lastId;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function read(sessionId, path) {
  const times = [];
  for (let count = 0; count < READS; count += 1) {
    const startMs = performance.now();
    const { error } = await ask("fs/read_text_file", { sessionId, path });
    if (error !== undefined) throw new Error(error.message);
    times.push(performance.now() - startMs);
  }
  return times.toSorted((one, other) => one - other)[READS / 2];
}

createInterface({ input: process.stdin }).on("line", (line) => void take(line));

async function take(line) {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === undefined) {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  } else if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") send({ id, result: { sessionId: `session-${id}` } });
  else if (method === "session/prompt") {
    const { sessionId, prompt } = params;
    const text = `p50=${await read(sessionId, prompt[0].text)};`;
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    send({ method: "session/update", params: { sessionId, update } });
    send({ id, result: { stopReason: "end_turn" } });
  } else if (id !== undefined) send({ id, result: {} });
}
