// Several servers on one PostgreSQL: the log beside the bare driver, followers on another server, turns, takeover, an outage.
import { POSTGRES, startPostgres } from "@parley/test-support/postgres";
import type { AppendCost } from "../append-cost.ts";
import { DURABLE } from "../nodes/cluster.ts";
import { measureDelivery, measureEventCost, measureResumes, measureTurnCost } from "../nodes/measure-delivery.ts";
import { measureOutage, measureTakeover } from "../nodes/measure-faults.ts";
import { toResult } from "../nodes/to-result.ts";

import { runEntry } from "../run-entry.ts";
import { interleave, type Suite } from "../suite.ts";

interface Work {
  readonly appended: number;
  readonly events: number;
  readonly turns: number;
  readonly rate: number;
  readonly seconds: number;
  readonly resumes: number;
}

const FULL: Work = { appended: 200_000, events: 10_000, turns: 200, rate: 5_000, seconds: 5, resumes: 1_000 };
const QUICK: Work = { appended: 20_000, events: 1_000, turns: 60, rate: 500, seconds: 2, resumes: 50 };
/** These take long and vary little. */
const SLOW_ROUNDS_MAX = 3;

export const nodes: Suite = {
  name: "nodes",
  isLong: true,
  async run({ rounds, quick, profileFolder, progress }) {
    if (process.platform !== "linux") throw new Error("Only Linux says what another process has used so far");
    if (POSTGRES === undefined) throw new Error("PostgreSQL not found. Install it, or set POSTGRES_BIN");
    const work = quick ? QUICK : FULL;
    const flags = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
    const slowRounds = Math.min(rounds, SLOW_ROUNDS_MAX);
    const noted = <Name extends string | number, Sample>(measure: (name: Name) => Promise<Sample>) => {
      return (name: Name, round: number): Promise<Sample> => {
        progress(`nodes, ${name}, round ${round + 1}`);
        return measure(name);
      };
    };
    const appends = await interleave(
      ["store", "driver"],
      rounds,
      noted((way) => measureAppend(way, work.appended)),
    );
    const events = await interleave<"embedded" | "postgres", number>(
      ["embedded", "postgres"],
      rounds,
      noted((store) => measureEventCost(store, work.events, flags)),
    );
    const turns = await interleave<"one server" | "two servers", number>(
      ["one server", "two servers"],
      rounds,
      noted((name) => measureTurnCost(name === "one server" ? 1 : 2, work.turns, flags)),
    );
    const repeat = async <Sample>(what: string, measure: () => Promise<Sample>): Promise<Sample[]> => {
      return (await interleave([what], slowRounds, noted(measure)))[what] ?? [];
    };
    return toResult({
      appends,
      events,
      turns,
      deliveries: await repeat("a follower on another server", () => measureDelivery(work.rate, work.seconds)),
      takeovers: await repeat("takeover", measureTakeover),
      resumes: await repeat("resumes on another server", () => measureResumes(work.resumes)),
      outages: await repeat("10 s without a database", measureOutage),
    });
  },
};

async function measureAppend(way: string, count: number): Promise<AppendCost> {
  await using postgres = await startPostgres(DURABLE);
  return await runEntry<AppendCost>("append-cost", { args: [way, await postgres.createDatabase(), String(count)] });
}
