// Measures the session log in a process of its own, cold: node measure-log.main.mjs make|list|append|search FOLDER …
import { createEventSequence, formatSessionEvent, type SessionEvent, type SessionEventBody } from "@parley/acp";
import { createId } from "@parley/base";
import { createFileSessionStore } from "../create-file-session-store.ts";
import { chunkOf, promptOf, recordInto, STOP } from "./record.ts";

const WORDS =
  "the quick brown fox jumps over lazy dogs while agents stream tokens into logs and people search them".split(" ");
const APPENDED = 40_000;

const [command = "", folder = "", ...args] = process.argv.slice(2);
const store = createFileSessionStore({ folder });

function textOf(count: number, from: number): string {
  return Array.from({ length: count }, (_, index) => WORDS[(from * 7 + index * 3) % WORDS.length]).join(" ");
}

/** Turns of 40 events: mostly chunks of two words, a tool call of some size now and then. */
function toBody(session: number, index: number): SessionEventBody {
  if (index % 40 === 0) return promptOf(`please ${textOf(12, session + index)}`);
  if (index % 40 === 39) return STOP;
  if (index % 10 !== 5) return chunkOf(session === 7 && index === 12 ? " a needle" : ` ${textOf(2, session + index)}`);
  const content = { type: "content" as const, content: { type: "text" as const, text: textOf(120, index) } };
  const call = { toolCallId: `c${index}`, title: `Read ${textOf(2, index)}`, status: "completed" as const };
  return { type: "update", update: { sessionUpdate: "tool_call", ...call, content: [content] } };
}

async function make(sessions: number, events: number): Promise<object> {
  for (let session = 0; session < sessions; session += 1) {
    const log = await store.create({
      id: createId(),
      agent: { name: "goose" },
      cwd: `/home/me/project-${session % 50}`,
    });
    recordInto(log).add(...Array.from({ length: events }, (_, index) => toBody(session, index)));
    await log.close();
  }
  return { sessions, events };
}

async function append(every: number): Promise<object> {
  const log = await store.create({ id: createId(), agent: { name: "goose" }, cwd: "/" });
  const sequence = createEventSequence(log.sessionId);
  const lines = Array.from({ length: 2 * APPENDED }, (_, index): readonly [SessionEvent, string] => {
    const event = sequence.next(chunkOf(` ${textOf(3, index)}`));
    return [event, formatSessionEvent(event)];
  });
  const run = (from: number): number => {
    const startMs = performance.now();
    for (const [index, [event, line]] of lines.slice(from, from + APPENDED).entries()) {
      log.append(event, line);
      if (index % every === every - 1) log.flush();
    }
    return (performance.now() - startMs) / APPENDED;
  };
  run(0);
  const microsPerEvent = run(APPENDED) * 1_000;
  await log.close();
  await store.delete(log.sessionId);
  return { every, microsPerEvent };
}

async function search(query: string): Promise<object> {
  const startMs = performance.now();
  let hits = 0;
  let firstMs: number | undefined;
  for await (const { excerpt } of store.search(query)) {
    if (excerpt !== "") hits += 1;
    firstMs ??= performance.now() - startMs;
  }
  return { query, hits, firstMs, ms: performance.now() - startMs };
}

async function list(): Promise<object> {
  const startMs = performance.now();
  const { length } = await store.list();
  return { sessions: length, ms: performance.now() - startMs };
}

function measure(): Promise<object> {
  switch (command) {
    case "make":
      return make(Number(args[0]), Number(args[1]));
    case "append":
      return append(Number(args[0]));
    case "search":
      return search(args[0] ?? "");
    default:
      return list();
  }
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
