// Feeds many updates to transcripts, and prints what that cost.
import { createTranscript, type SessionEvent } from "@parley/acp/transcript";
import { createEvents, type StreamName } from "./transcript-events.ts";
import type { TranscriptSample } from "./suites/transcript.ts";

/** How many updates are compared, at the beginning and at the end. */
const WINDOW = 1_000;

const [stream = "", count = ""] = process.argv.slice(2);
const events = createEvents(stream as StreamName, Number(count));
const cold = feed(events);
// The ends are compared in compiled code: before that, the first updates are dear whatever the transcript does.
feed(events);
// Or the first updates would pay for the garbage of the runs before.
globalThis.gc?.();
const warm = feed(events);
const sample: TranscriptSample = { allMs: cold.allMs, firstMs: warm.firstMs, lastMs: warm.lastMs };
process.stdout.write(JSON.stringify(sample));

function feed(all: readonly SessionEvent[]): TranscriptSample {
  const transcript = createTranscript();
  const apply = (part: readonly SessionEvent[]): number => {
    const before = process.cpuUsage();
    for (const event of part) transcript.apply(event);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e3;
  };
  const firstMs = apply(all.slice(0, WINDOW));
  const middleMs = apply(all.slice(WINDOW, -WINDOW));
  const lastMs = apply(all.slice(-WINDOW));
  if (transcript.lastSeq !== all.length) throw new Error("The transcript has not taken all events");
  return { firstMs, lastMs, allMs: firstMs + middleMs + lastMs };
}
