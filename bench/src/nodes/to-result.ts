// What was measured of several servers, as figures with their targets.
import type { AppendCost } from "../append-cost.ts";
import type { Figure, SuiteResult } from "../result.ts";
import { toMeasure, toRatio } from "../statistics.ts";
import type { DeliverySample } from "./measure-delivery.ts";
import type { OutageSample } from "./measure-faults.ts";

export interface Samples {
  readonly appends: Readonly<Record<"store" | "driver", readonly AppendCost[]>>;
  /** CPU of the server for each event. */
  readonly events: Readonly<Record<"embedded" | "postgres", readonly number[]>>;
  /** CPU of the servers for each turn. */
  readonly turns: Readonly<Record<"one server" | "two servers", readonly number[]>>;
  readonly deliveries: readonly DeliverySample[];
  readonly takeovers: readonly number[];
  readonly resumes: readonly { readonly broken: number }[];
  readonly outages: readonly OutageSample[];
}

type Target = Pick<Figure, "atMost" | "atLeast">;

export function toResult(samples: Samples): SuiteResult {
  const figures = [...costFigures(samples), ...deliveryFigures(samples), ...faultFigures(samples)];
  return { name: "nodes", title: "Several servers on one PostgreSQL", columns: [], rows: [], figures };
}

function costFigures({ appends, events, turns }: Samples): readonly Figure[] {
  const [store, driver] = [pluck(appends.store, "perSecond"), pluck(appends.driver, "perSecond")];
  const [two, one] = [turns["two servers"], turns["one server"]];
  return [
    ratio("events appended a second / the driver alone", store, driver, { atLeast: 0.5 }),
    figure("events appended a second by the store", "events/s", 0, store),
    figure("an event appended by the store, CPU", "µs", 1, pluck(appends.store, "cpuUs")),
    ratio("an event on PostgreSQL / embedded, CPU of the server", events.postgres, events.embedded, { atMost: 1.3 }),
    figure("an event on PostgreSQL, CPU of the server", "µs", 1, events.postgres),
    ratio("a turn on two servers / on one, CPU of the servers", two, one, { atMost: 1.25 }),
    figure("a turn on one server, CPU", "ms", 1, one),
    figure("a turn on two servers, CPU of both", "ms", 1, two),
  ];
}

function deliveryFigures({ deliveries, resumes }: Samples): readonly Figure[] {
  const what = "5,000 events/s at a follower on another server";
  return [
    figure(`${what}, p99`, "ms", 1, pluck(deliveries, "p99Ms"), { atMost: 50 }),
    figure(`${what}, p50`, "ms", 1, pluck(deliveries, "p50Ms")),
    figure(`${what}: came`, "events/s", 0, pluck(deliveries, "perSecond")),
    figure(`${what}: missing or twice`, "events", 0, pluck(deliveries, "faults"), { atMost: 0 }),
    figure("1,000 resumes on another server: with a gap or a duplicate", "", 0, pluck(resumes, "broken"), {
      atMost: 0,
    }),
  ];
}

function faultFigures({ takeovers, outages }: Samples): readonly Figure[] {
  const what = "10 s without a database";
  return [
    figure("takeover, after the end of the lease", "s", 1, takeovers, { atMost: 2 }),
    figure(`${what}: acknowledged events lost`, "events", 0, pluck(outages, "lost"), { atMost: 0 }),
    figure(`${what}: turns without an end`, "turns", 0, pluck(outages, "unfinished"), { atMost: 0 }),
    figure(`${what}: turns completed, of 6`, "turns", 0, pluck(outages, "completed")),
  ];
}

function figure(name: string, unit: string, digits: number, samples: readonly number[], target: Target = {}): Figure {
  return { name, unit, digits, measure: toMeasure(samples), ...target };
}

function ratio(name: string, ours: readonly number[], others: readonly number[], target: Target): Figure {
  return { name, unit: "×", digits: 2, measure: toRatio(ours, others), ...target };
}

function pluck<Field extends string>(samples: readonly Readonly<Record<Field, number>>[], field: Field): number[] {
  return samples.map((sample) => sample[field]);
}
