// What guarding a process, snapshots and terminal output cost, compared with omitting them.
import { runEntry } from "../run-entry.ts";
import { toMeasure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

export interface MachineSample {
  /** Over a bare spawn, for the first child, with which the guard starts. */
  readonly firstMs: number;
  readonly laterMs: number;
  /** From the start to the first word of a program, as it is and in a sandbox; undefined where there is none. */
  readonly plainWordMs?: number | undefined;
  readonly sandboxedWordMs?: number | undefined;
  readonly snapshotFirstMs: number;
  readonly snapshotNextMs: number;
  /** CPU of the hunks between two texts of 5,000 lines with 100 changes. */
  readonly hunksMs: number;
  /** CPU of 100 MB of terminal output, beside Node's own pipe. */
  readonly floodRatio: number;
  readonly floodRssMb: number;
}

export const machine: Suite = {
  name: "machine",
  async run({ rounds, progress }) {
    const samples: MachineSample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`machine, round ${round + 1}`);
      samples.push(await runEntry<MachineSample>("machine-cost"));
    }
    const measure = (field: keyof MachineSample) => toMeasure(samples.map((sample) => sample[field] ?? 0));
    const hasSandbox = samples.every(({ sandboxedWordMs }) => sandboxedWordMs !== undefined);
    const costs = samples.map(({ plainWordMs = 0, sandboxedWordMs = 0 }) => sandboxedWordMs - plainWordMs);
    const sandboxFigures = [
      { name: "first word of a program", unit: "ms", digits: 1, measure: measure("plainWordMs") },
      { name: "first word in a sandbox", unit: "ms", digits: 1, measure: measure("sandboxedWordMs") },
      { name: "sandbox over none", unit: "ms", digits: 1, measure: toMeasure(costs), atMost: 20 },
    ];
    const figures = [
      { name: "first child over a bare spawn", unit: "ms", digits: 2, measure: measure("firstMs"), atMost: 5 },
      { name: "later child over a bare spawn", unit: "ms", digits: 2, measure: measure("laterMs"), atMost: 0.5 },
      {
        name: "first snapshot of 2,000 files",
        unit: "ms",
        digits: 0,
        measure: measure("snapshotFirstMs"),
        atMost: 500,
      },
      { name: "next snapshot", unit: "ms", digits: 0, measure: measure("snapshotNextMs"), atMost: 100 },
      { name: "hunks of a 5,000-line file, CPU", unit: "ms", digits: 1, measure: measure("hunksMs"), atMost: 20 },
      { name: "100 MB of output, CPU / bare pipe", unit: "×", digits: 2, measure: measure("floodRatio"), atMost: 2 },
      { name: "100 MB of output, RSS growth", unit: "MB", digits: 0, measure: measure("floodRssMb") },
      ...(hasSandbox ? sandboxFigures : []),
    ];
    return {
      name: "machine",
      title: "Processes, snapshots and terminals, wall time of one process",
      columns: figures.map(({ name, unit, digits }) => ({ title: `${name}, ${unit}`, digits })),
      rows: [{ label: "Parley", cells: figures.map((figure) => figure.measure) }],
      figures,
    };
  },
};
