// `parley serve` under steady load for 14 minutes: memory that is used again instead of memory that grows.
import { measureSoak } from "../server/measure-soak.ts";
import { toMeasure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

const MINUTE_MS = 60_000;
const QUICK_MINUTE_MS = 1_000;

export const soak: Suite = {
  name: "soak",
  isLong: true,
  async run({ quick, progress }) {
    if (process.platform !== "linux") throw new Error("Only Linux says what another process has used so far");
    // Once: one round takes long enough, and what grows once grows every time.
    const sample = await measureSoak(quick ? QUICK_MINUTE_MS : MINUTE_MS, progress);
    const figures = [
      { name: "RSS, minute 14 / minute 9", unit: "×", digits: 2, measure: toMeasure([sample.rssRatio]), atMost: 1.1 },
      {
        name: "heap after a collection, minute 14 / minute 2",
        unit: "×",
        digits: 2,
        measure: toMeasure([sample.heapRatio]),
        atMost: 1.1,
      },
      { name: "RSS, minute 14", unit: "MB", digits: 0, measure: toMeasure([sample.rssMb]) },
      { name: "heap after a collection, minute 14", unit: "MB", digits: 1, measure: toMeasure([sample.heapMb]) },
      { name: "turns", unit: "", digits: 0, measure: toMeasure([sample.turns]) },
    ];
    return {
      name: "soak",
      title:
        "`parley serve`: 8 turns a second for 14 minutes, on three surfaces, sessions of 120 turns, in a folder of 500 files",
      columns: figures.map(({ name, unit, digits }) => ({ title: `${name}, ${unit}`, digits })),
      rows: [{ label: "Parley", cells: figures.map((figure) => figure.measure) }],
      figures,
    };
  },
};
