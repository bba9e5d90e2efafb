// An agent of many words: a prompt orders a number of messages at a rate, or files to be touched.
//
// The prompts: `work COUNT RATE` (messages, and how many a second), `touch COUNT`, `rest`.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const SLICE_MS = 5;
const FILES_PER_CALL = 500;
const FILES = 2_000;
const TEXT = "A sentence of an answer, as long as they come in a stream of tokens. ".repeat(2);
let calls = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") reply(id, { protocolVersion: 1, agentInfo: { name: "busy", version: "1" } });
  else if (method === "session/new") reply(id, { sessionId: "s" });
  else if (method === "session/prompt") {
    await obey(params.prompt[0].text);
    reply(id, { stopReason: "end_turn" });
  }
}

async function obey(order) {
  const [verb, count = 0, rate = 1] = order.split(" ");
  if (verb === "touch") touch(Number(count));
  else if (verb === "work") await work(Number(count), Number(rate));
}

/** Evenly: a burst would say more about the burst than about the rate. */
async function work(count, rate) {
  const start = performance.now();
  for (let sent = 0; sent < count;) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) * rate) / 1000));
    let lines = "";
    for (; sent < due; sent += 1) lines += message(sent);
    if (lines !== "" && !process.stdout.write(lines))
      await new Promise((drained) => process.stdout.once("drain", drained));
    await sleep(SLICE_MS);
  }
}

/** Of a hundred messages, ninety are words, two tool calls take six, the others are thoughts and usage. */
function message(index) {
  const place = index % 100;
  if (place < 6) return toolCall(place % 3);
  if (place === 6) return update({ sessionUpdate: "usage_update", used: index % 200_000, size: 200_000 });
  const sessionUpdate = place < 10 ? "agent_thought_chunk" : "agent_message_chunk";
  return update({ sessionUpdate, content: { type: "text", text: `${index} ${TEXT}` } });
}

function toolCall(step) {
  if (step === 0) calls += 1;
  const toolCallId = `call_${calls}`;
  const path = `/w/folder-${calls % 40}/file-${calls % FILES}.ts`;
  if (step === 1) return update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
  if (step === 2) return update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
  const call = { toolCallId, title: `Read ${path}`, kind: "read", status: "pending", locations: [{ path }] };
  return update({ sessionUpdate: "tool_call", ...call });
}

function touch(count) {
  for (let from = 0; from < count; from += FILES_PER_CALL) {
    const size = Math.min(FILES_PER_CALL, count - from);
    const locations = Array.from({ length: size }, (_, at) => ({ path: `/w/src/folder-${from}/file-${from + at}.ts` }));
    calls += 1;
    const call = { toolCallId: `call_${calls}`, title: "Read them", kind: "read", status: "completed", locations };
    process.stdout.write(update({ sessionUpdate: "tool_call", ...call }));
  }
}

function update(fields) {
  return `${JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update: fields } })}\n`;
}

function reply(id, result) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}
