// `parley serve`: what an event costs on each surface, many who follow, requests beside Hono and opencode, the log.
import type { LogCost } from "../log-cost.ts";
import { runEntry } from "../run-entry.ts";
import { measureChanges } from "../server/measure-changes.ts";
import { measureEditor } from "../server/measure-editor.ts";
import { measureLongSession } from "../server/measure-long-session.ts";
import {
  measureAgents,
  measureSessions,
  type Contender,
  type RequestCounts,
  type SessionsSample,
} from "../server/measure-requests.ts";
import { measureSlowConnections } from "../server/measure-slow-connections.ts";
import { measureStream } from "../server/measure-streams.ts";
import { measureCrowd, type Crowd } from "../server/measure-subscribers.ts";
import { measureTurnCrowd, measureTurns } from "../server/measure-turns.ts";
import { haveOpencode } from "../server/opencode-server.ts";
import { SURFACES } from "../server/surfaces.ts";
import { toResult, type Samples } from "../server/to-result.ts";
import { interleave, type Suite, type SuiteContext } from "../suite.ts";

interface Work {
  readonly events: number;
  readonly crowd: Crowd;
  readonly requests: RequestCounts;
  readonly appended: number;
  readonly longSession: number;
  readonly slowConnections: number;
  /** Turns that are measured one after the other, files of the large folder, turns at once in it. */
  readonly turns: { readonly count: number; readonly files: number; readonly atOnce: number };
}

const FULL: Work = {
  events: 10_000,
  crowd: { busy: 2_000, events: 1_000, idle: 8_000 },
  requests: { agents: 20_000, sessions: 500, times: 8 },
  appended: 400_000,
  longSession: 100_000,
  slowConnections: 5_000,
  turns: { count: 60, files: 20_000, atOnce: 200 },
};

const QUICK: Work = {
  events: 1_000,
  crowd: { busy: 200, events: 100, idle: 800 },
  requests: { agents: 2_000, sessions: 50, times: 4 },
  appended: 40_000,
  longSession: 10_000,
  slowConnections: 500,
  turns: { count: 10, files: 2_000, atOnce: 20 },
};

/** These take long and vary little. */
const SLOW_ROUNDS_MAX = 3;

export const server: Suite = {
  name: "server",
  async run(context) {
    if (process.platform !== "linux") throw new Error("Only Linux says what another process has used so far");
    return toResult(await measureAll(context));
  },
};

async function measureAll({ rounds, quick, profileFolder, progress }: SuiteContext): Promise<Samples> {
  const work = quick ? QUICK : FULL;
  const flags = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const repeat = async <Sample>(what: string, times: number, measure: () => Promise<Sample>): Promise<Sample[]> => {
    const samples: Sample[] = [];
    for (let round = 0; round < times; round += 1) {
      progress(`server, ${what}, round ${round + 1}`);
      samples.push(await measure());
    }
    return samples;
  };
  const slowRounds = Math.min(rounds, SLOW_ROUNDS_MAX);
  const contenders: readonly Contender[] = (await haveOpencode(progress)) ? ["Parley", "opencode"] : ["Parley"];
  const streams = await interleave(SURFACES, rounds, async (name, round) => {
    progress(`server, ${work.events} events by ${name}, round ${round + 1}`);
    return measureStream(name, work.events, flags);
  });
  const agents = await repeat("GET /agents", rounds, () => measureAgents(work.requests.agents, flags));
  const sessions = await interleave<Contender, SessionsSample>(contenders, slowRounds, async (name, round) => {
    progress(`server, sessions, ${name}, round ${round + 1}`);
    return measureSessions(name, work.requests);
  });
  return {
    streams,
    agents,
    ours: sessions.Parley,
    rivals: contenders.length > 1 ? sessions.opencode : [],
    crowds: await repeat("many who follow", slowRounds, () => measureCrowd(work.crowd, flags)),
    logs: await repeat("the log", rounds, () => runEntry<LogCost>("log-cost", { args: [String(work.appended)] })),
    emptyTurns: await repeat("turns", rounds, () => measureTurns(0, work.turns.count, flags)),
    largeTurns: await repeat("turns in a large folder", slowRounds, () =>
      measureTurns(work.turns.files, work.turns.count, flags),
    ),
    turnCrowds: await repeat("turns at once", slowRounds, () => measureTurnCrowd(work.turns)),
    slowConnections: await repeat("slow connections", slowRounds, () =>
      measureSlowConnections(work.slowConnections, flags),
    ),
    changes: await repeat("1,000 changed files", rounds, () => measureChanges(flags)),
    editors: await repeat("files through an editor", rounds, () => measureEditor(flags)),
    longSessions: await repeat("a long session", slowRounds, () => measureLongSession(work.longSession)),
  };
}
