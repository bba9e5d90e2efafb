// `session/set_mode` round trips: one after the other, and many at once.
//
// What a sequential trip costs depends most of all on whether both processes share a core: waking another one that has
// gone idle can cost more than the rest. So the figure is taken on one core, and the free run is shown beside it.
import type { Figure, Row } from "../result.ts";
import { canPin } from "../run-entry.ts";
import { toRatio } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import { bothCpuUs, measureTraffic, TRAFFIC_COLUMNS, trafficRow, type TrafficPlan } from "./traffic.ts";

const implementations = ["ours", "sdk", "raw"] as const;
type Name = (typeof implementations)[number];

interface Variant extends TrafficPlan<Name> {
  readonly title: string;
  readonly atMost?: number;
}

const SEQUENTIAL = { implementations, kind: "round-trips", warmUp: 4_000, count: 8_000 } as const;
const TARGET = { atMost: 1 / 3 };

const variants: readonly Variant[] = [
  ...(canPin ? [{ ...SEQUENTIAL, ...TARGET, title: "sequential, one core", oneCore: true }] : []),
  { ...SEQUENTIAL, ...(canPin ? {} : TARGET), title: "sequential, any core" },
  { implementations, kind: "pipelined", warmUp: 4_000, count: 16_000, title: "64 in flight" },
];

export const roundTrips: Suite = {
  name: "round-trips",
  async run(context) {
    const rows: Row[] = [];
    const figures: Figure[] = [];
    for (const { title, atMost, ...plan } of variants) {
      const samples = await measureTraffic(context, plan);
      for (const name of implementations) rows.push(trafficRow(name, samples[name], `, ${title}`));
      const measure = toRatio(samples.ours.map(bothCpuUs), samples.sdk.map(bothCpuUs));
      const target = atMost === undefined ? {} : { atMost };
      figures.push({ name: `CPU, Parley / SDK, ${title}`, unit: "×", digits: 3, measure, ...target });
    }
    return {
      name: "round-trips",
      title: "session/set_mode, per round trip",
      columns: TRAFFIC_COLUMNS,
      rows,
      figures,
    };
  },
};
