// Streamed `session/update` notifications, from an agent process to a client process.
import { toRatio } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import { bothCpuUs, measureTraffic, TRAFFIC_COLUMNS, trafficRow } from "./traffic.ts";

export const updates: Suite = {
  name: "updates",
  async run(context) {
    const implementations = ["ours", "sdk", "raw", "raw-coalesced"] as const;
    const samples = await measureTraffic(context, { implementations, kind: "updates", warmUp: 10_000, count: 60_000 });
    const ours = samples.ours.map(bothCpuUs);
    const ratioTo = (name: keyof typeof samples) => toRatio(ours, samples[name].map(bothCpuUs));
    return {
      name: "updates",
      title: "Streamed session/update with a text of 100 bytes, per update",
      columns: TRAFFIC_COLUMNS,
      rows: implementations.map((name) => trafficRow(name, samples[name])),
      figures: [
        { name: "CPU, Parley / SDK", unit: "×", digits: 3, measure: ratioTo("sdk"), atMost: 1 / 4 },
        { name: "CPU, Parley / coalesced loop", unit: "×", digits: 2, measure: ratioTo("raw-coalesced"), atMost: 1.6 },
        { name: "CPU, Parley / plain loop", unit: "×", digits: 2, measure: ratioTo("raw") },
      ],
    };
  },
};
