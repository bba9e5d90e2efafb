// What every update costs that streams through `parley run`. The suite run measures the command as a whole.
import type { Measure } from "../statistics.ts";
import { measureRun, type RunUsage } from "../command-line.ts";
import { runEntry } from "../run-entry.ts";
import { toMeasure, toRatio } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import type { TrafficOrder, TrafficSample } from "../traffic.ts";

interface Round {
  readonly printedUs: number;
  readonly sdkUs: number;
  readonly rssGrowthMb: number;
}

const TEXT_BYTES = 100;

export const commandLine: Suite = {
  name: "command-line",
  async run({ rounds, quick, progress }) {
    const count = quick ? 10_000 : 100_000;
    const samples: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`command-line, round ${round + 1}`);
      samples.push(await measureRound(count));
    }
    const measure = (field: keyof Round): Measure => toMeasure(samples.map((sample) => sample[field]));
    const all = (field: keyof Round): number[] => samples.map((sample) => sample[field]);
    return {
      name: "command-line",
      title: "`parley run`: per streamed update of 100 bytes (CPU of this process alone)",
      columns: [
        { title: "printed as ndjson, µs", digits: 2 },
        { title: "official SDK, bare client, µs", digits: 2 },
        { title: "RSS, 400,000 over 100,000 updates, MB", digits: 1 },
      ],
      rows: [
        {
          label: "Parley",
          cells: [measure("printedUs"), measure("sdkUs"), measure("rssGrowthMb")],
        },
      ],
      figures: [
        {
          name: "an update printed as ndjson / SDK's bare client",
          unit: "×",
          digits: 2,
          measure: toRatio(all("printedUs"), all("sdkUs")),
          atMost: 0.5,
        },
        {
          name: "RSS, 400,000 over 100,000 updates",
          unit: "MB",
          digits: 1,
          measure: measure("rssGrowthMb"),
          atMost: 15,
        },
      ],
    };
  },
};

async function measureRound(count: number): Promise<Round> {
  const few = await measureRun(`stream 1 ${TEXT_BYTES}`);
  const many = await measureRun(`stream ${count} ${TEXT_BYTES}`);
  const most = await measureRun(`stream ${count * 4} ${TEXT_BYTES}`);
  const order: TrafficOrder = {
    implementation: "sdk",
    kind: "updates",
    warmUp: count / 10,
    count: count / 2,
    textBytes: TEXT_BYTES,
    agentFlags: [],
  };
  return {
    printedUs: perUpdate(many, few, count),
    sdkUs: (await runEntry<TrafficSample>("client", { args: [JSON.stringify(order)] })).clientCpuUs,
    rssGrowthMb: (most.rssPeakBytes - many.rssPeakBytes) / 1e6,
  };
}

function perUpdate(many: RunUsage, few: RunUsage, count: number): number {
  return (many.cpuUs - few.cpuUs) / count;
}
