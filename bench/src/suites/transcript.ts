// 100,000 updates into a transcript: what they cost, and whether the last cost more than the first.
import { runEntry } from "../run-entry.ts";
import { toMeasure } from "../statistics.ts";
import { interleave, type Suite } from "../suite.ts";
import type { StreamName } from "../transcript-events.ts";

export interface TranscriptSample {
  /** In a new process, where nothing is compiled yet. */
  readonly allMs: number;
  /** The first 1,000 updates and the last, in a later run of the same process. */
  readonly firstMs: number;
  readonly lastMs: number;
}

const STREAMS: Record<StreamName, string> = {
  message: "one message of 10 MB",
  turns: "turns with thoughts, plans and tool calls",
};
const UPDATES = 100_000;
const CPU_MS_MAX = 300;
/** "No more than the first", with room for the noise of a millisecond's work. */
const GROWTH_MAX = 1.25;
/** A garbage collection in one of two short windows is not a trend, so several windows are needed. */
const PROCESSES_PER_ROUND = 3;

export const transcript: Suite = {
  name: "transcript",
  async run({ rounds, progress }) {
    const processes = rounds * PROCESSES_PER_ROUND;
    progress(`transcript: ${processes} processes of each`);
    const names = Object.keys(STREAMS) as StreamName[];
    const samples = await interleave(names, processes, (name) =>
      runEntry<TranscriptSample>("transcript-cost", { args: [name, String(UPDATES)], nodeFlags: ["--expose-gc"] }),
    );
    const measure = (name: StreamName, field: keyof TranscriptSample) =>
      toMeasure(samples[name].map((sample) => sample[field]));
    /** Of the medians: two windows of one process share no noise. */
    const growth = (name: StreamName) => toMeasure([measure(name, "lastMs").median / measure(name, "firstMs").median]);
    return {
      name: "transcript",
      title: "100,000 updates into a transcript",
      columns: [
        { title: "CPU ms, all, new process", digits: 1 },
        { title: "first 1,000, warm", digits: 2 },
        { title: "last 1,000, warm", digits: 2 },
      ],
      rows: names.map((name) => ({
        label: STREAMS[name],
        cells: [measure(name, "allMs"), measure(name, "firstMs"), measure(name, "lastMs")],
      })),
      figures: names.flatMap((name) => [
        { name: `CPU, ${STREAMS[name]}`, unit: "ms", digits: 0, measure: measure(name, "allMs"), atMost: CPU_MS_MAX },
        { name: `last / first, ${STREAMS[name]}`, unit: "×", digits: 2, measure: growth(name), atMost: GROWTH_MAX },
      ]),
    };
  },
};
