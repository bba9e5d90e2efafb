// Trace files: read, validated, counted, shown, queried, compared, and watched as if they passed now.
import {
  createExtractor,
  createTimeline,
  createTraceCounter,
  createWatchState,
  diffTraces,
  parseTrace,
  queryTrace,
  toTraceLine,
  validateTrace,
  type TraceItem,
} from "@parley/observe";
import * as fc from "fast-check";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";
import { agentMessages, clientMessages } from "../samples/acp-messages.ts";

interface Input {
  readonly trace: Bytes;
}

const line = mutated([
  { trace: "parley-trace", kind: "parley-trace", v: 1, id: "t", part: 1, startedAt: 1_000 },
  ...clientMessages.map((frame, index) => ({ at: 1_000 + index, from: "client", frame })),
  ...agentMessages.map((frame, index) => ({ at: 1_000 + index, from: "agent", frame })),
  { at: 1_000, from: "agent", text: "no JSON" },
]);
const trace = fc
  .array(line, { minLength: 1, maxLength: 12 })
  .map((values) => Buffer.from(values.map((value) => `${toJson(value)}\n`).join("")));

const QUERIES = ["method = 'session/update'", "bytes > 100 limit 2", "session = 's' and not from = agent"];

async function play({ trace: bytes }: Input): Promise<void> {
  const text = fromBytes(bytes).toString("utf8");
  const items = parseTrace(text);
  // An empty line is nothing; any other is an item, a damaged one if need be.
  if (items.length > text.split("\n").length) throw new BrokenPromise("more items than lines");
  await validateTrace(items);
  const counter = createTraceCounter();
  const timeline = createTimeline();
  for (const item of items) {
    counter.add(item);
    timeline.row(item);
    if (item.type === "frame") toTraceLine(item, { redact: true });
  }
  JSON.stringify(counter.result());
  for (const query of QUERIES) await drain(items, query);
  const { difference } = diffTraces(items, items);
  if (difference !== undefined) throw new BrokenPromise("a trace differs from itself");
  watch(items);
}

async function drain(items: readonly TraceItem[], query: string): Promise<void> {
  try {
    for await (const placed of queryTrace(items, query)) void placed.frame;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "usage") throw error;
  }
}

/** As the relay does with every frame that passes. */
function watch(items: readonly TraceItem[]): void {
  const extractor = createExtractor();
  const state = createWatchState({ agentId: "fuzz" });
  for (const [seq, item] of items.entries()) {
    if (item.type !== "frame") continue;
    const direction = item.from === "client" ? "to_agent" : "to_client";
    const text = item.raw;
    const frame = {
      seq: seq + 1,
      atMs: 1_000 + seq,
      direction,
      byteLength: text?.length ?? 0,
      text,
      message: item.message,
    } as const;
    for (const observation of extractor.add(frame)) state.add(observation);
  }
  state.tick(2_000);
  JSON.stringify(state.sessions);
}

export const traces = defineTarget<Input>({
  name: "traces",
  count: 400,
  inputs: fc.record({ trace: editedBytes(trace) }),
  open: () => Promise.resolve({ play, [Symbol.asyncDispose]: () => Promise.resolve() }),
});
