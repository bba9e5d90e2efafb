// Streamed `session/update` notifications, from an agent process to a client process: short texts, and long ones.
import type { Figure } from "../result.ts";
import { toRatio } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import type { TrafficSample } from "../traffic.ts";
import { bothCpuUs, measureTraffic, TRAFFIC_COLUMNS, trafficRow } from "./traffic.ts";

const implementations = ["ours", "sdk", "raw", "raw-coalesced"] as const;
const SHORT = { implementations, kind: "updates", warmUp: 10_000, count: 60_000, textBytes: 100 } as const;
/** Longer than what a reader keeps of a cut line without effort, as the output of a tool is. */
const LONG = { implementations, kind: "updates", warmUp: 500, count: 5_000, textBytes: 20_000 } as const;

export const updates: Suite = {
  name: "updates",
  async run(context) {
    const short = await measureTraffic(context, SHORT);
    const long = await measureTraffic(context, LONG);
    return {
      name: "updates",
      title: "Streamed session/update with a text of 100 bytes or 20 kB, per update",
      columns: TRAFFIC_COLUMNS,
      rows: [
        ...implementations.map((name) => trafficRow(name, short[name])),
        ...implementations.map((name) => trafficRow(name, long[name], ", 20 kB")),
      ],
      figures: [
        { ...ratio("SDK", short.ours, short.sdk), atMost: 1 / 4 },
        { ...ratio("coalesced loop", short.ours, short["raw-coalesced"]), atMost: 1.6 },
        ratio("plain loop", short.ours, short.raw),
        ratio("SDK, 20 kB", long.ours, long.sdk),
        ratio("coalesced loop, 20 kB", long.ours, long["raw-coalesced"]),
      ],
    };
  },
};

function ratio(to: string, ours: readonly TrafficSample[], theirs: readonly TrafficSample[]): Figure {
  const measure = toRatio(ours.map(bothCpuUs), theirs.map(bothCpuUs));
  return { name: `CPU, Parley / ${to}`, unit: "×", digits: 3, measure };
}
