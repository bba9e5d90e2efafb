// What importing costs a fresh process, over an empty module.
import type { Row } from "../result.ts";
import { runEntry } from "../run-entry.ts";
import { median, toMeasure } from "../statistics.ts";
import { interleave, type Suite } from "../suite.ts";

export interface ImportSample {
  readonly cpuMs: number;
  readonly rssMb: number;
}

const MODULES = {
  empty: ["data:text/javascript,"],
  ours: ["@parley/rpc", "@parley/acp"],
  sdk: ["@agentclientprotocol/sdk"],
};
type Name = keyof typeof MODULES;

/** A process is cheap, and one alone says little. */
const PROCESSES_PER_ROUND = 5;

export const importing: Suite = {
  name: "import",
  async run({ rounds, progress }) {
    const processes = rounds * PROCESSES_PER_ROUND;
    progress(`import: ${processes} processes of each`);
    const samples = await interleave(Object.keys(MODULES) as Name[], processes, (name) =>
      runEntry<ImportSample>("import-cost", { args: MODULES[name] }),
    );
    const overEmpty = (name: Name, field: keyof ImportSample) => {
      const empty = median(samples.empty.map((sample) => sample[field]));
      return toMeasure(samples[name].map((sample) => sample[field] - empty));
    };
    const row = (label: string, name: Name): Row => ({
      label,
      cells: [overEmpty(name, "cpuMs"), overEmpty(name, "rssMb")],
    });
    return {
      name: "import",
      title: "Importing the main entries into a fresh process, over an empty module",
      columns: [
        { title: "CPU ms", digits: 1 },
        { title: "RSS MB", digits: 1 },
      ],
      rows: [row("Parley: rpc and acp", "ours"), row("official SDK", "sdk")],
      figures: [
        { name: "CPU", unit: "ms", digits: 1, measure: overEmpty("ours", "cpuMs"), atMost: 30 },
        { name: "RSS", unit: "MB", digits: 1, measure: overEmpty("ours", "rssMb"), atMost: 8 },
      ],
    };
  },
};
