// Plays one seed: load over all protocols, faults by the schedule, then repair, and the checker's sentences.
import { a2a } from "./clients/a2a.ts";
import { AcpClient } from "./clients/acp.ts";
import { acpRest } from "./clients/acp-rest.ts";
import { follow } from "./clients/follower.ts";
import { native } from "./clients/native.ts";
import { playClient, type PlayedClient } from "./clients/play-client.ts";
import { check } from "./check/check.ts";
import type { Evidence } from "./check/evidence.ts";
import { gather } from "./gather.ts";
import { createRandom, type Random } from "./plan/random.ts";
import { createSchedule, describeFault, type PlannedFault } from "./plan/schedule.ts";
import { createRecords, type ClientRecords, type FollowRecord } from "./record.ts";
import { Embedded } from "./world/embedded.ts";
import { ThreeNodes } from "./world/three-nodes.ts";
import type { World } from "./world/world.ts";

export const WORLDS: Readonly<Record<string, () => Promise<World>>> = {
  postgres: () => ThreeNodes.open(),
  embedded: () => Embedded.open(),
};

export interface PlayOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly store: string;
  readonly progress?: (text: string) => void;
}

export interface Played {
  readonly findings: readonly string[];
  readonly schedule: readonly PlannedFault[];
  readonly summary: string;
  readonly evidence: Evidence;
}

export async function play({ seed, seconds, store, progress = () => undefined }: PlayOptions): Promise<Played> {
  await using world = await openWorld(store);
  const random = createRandom(seed);
  const durationMs = seconds * 1_000;
  const schedule = createSchedule(random.fork("faults"), world.faults, world.nodes.length, durationMs);
  const records = createRecords();
  const load = startLoad(world, random, records);
  await playFaults(world, schedule, durationMs, progress);
  progress("repairing");
  await world.repair();
  await load.stop();
  progress("checking");
  const evidence = await gather(world, records);
  return { findings: check(evidence), schedule, summary: summarize(records, schedule), evidence };
}

function openWorld(store: string): Promise<World> {
  const open = WORLDS[store];
  if (open === undefined) throw new Error(`${store} is not a store`);
  return open();
}

function startLoad(world: World, random: Random, records: ClientRecords): { stop(): Promise<void> } {
  const stop = new AbortController();
  const { signal } = stop;
  const work: Promise<void>[] = [];
  const onSession = (sessionId: string): void => {
    const record: FollowRecord = { client: `follower-${work.length}`, sessionId, events: [] };
    records.follows.push(record);
    work.push(follow(world.nodes, random.fork(record.client), record, signal));
  };
  for (const played of createClients(random, records)) {
    work.push(playClient(played, { world, records, stop: signal, onSession }));
  }
  return {
    async stop() {
      stop.abort();
      // One may begin a session, and so a follower, while it ends.
      for (let done = 0; done < work.length; done = work.length) await Promise.all(work);
    },
  };
}

function createClients(random: Random, { chunks }: ClientRecords): readonly PlayedClient[] {
  const acp = (name: string, way: "websocket" | "http"): PlayedClient => {
    const own = random.fork(`${name}/questions`);
    const client = new AcpClient({ name, way, random: own, chunks });
    return { name, dialect: `acp-${way}`, client, random: random.fork(name) };
  };
  const plain = (name: string, client: PlayedClient["client"]): PlayedClient => {
    return { name, dialect: name.split("-")[0] ?? name, client, random: random.fork(name) };
  };
  return [
    plain("native-a", native),
    plain("native-b", native),
    plain("rest-a", acpRest),
    plain("a2a-a", a2a),
    acp("websocket-a", "websocket"),
    acp("websocket-b", "websocket"),
    acp("http-a", "http"),
  ];
}

async function playFaults(
  world: World,
  schedule: readonly PlannedFault[],
  durationMs: number,
  progress: (text: string) => void,
): Promise<void> {
  const startedMs = performance.now();
  const until = (atMs: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, Math.max(0, startedMs + atMs - performance.now())));
  const repairs: Promise<void>[] = [];
  for (const planned of schedule) {
    await until(planned.atMs);
    progress(describeFault(planned));
    const repair = await world.begin(planned);
    repairs.push(until(planned.atMs + planned.forMs).then(repair));
  }
  await until(durationMs);
  // One that fails because another fault is not over yet is repaired with everything else.
  await Promise.allSettled(repairs);
}

function summarize(
  { sessionIds, prompts, follows, failures }: ClientRecords,
  schedule: readonly PlannedFault[],
): string {
  const ended = prompts.filter(({ end }) => end !== undefined).length;
  const events = follows.reduce((sum, { events: seen }) => sum + seen.length, 0);
  return [
    `${schedule.length} faults, ${sessionIds.length} sessions, ${prompts.length} prompts`,
    `(${prompts.filter(({ isAcknowledged }) => isAcknowledged).length} acknowledged, ${ended} seen to their end)`,
    `${events} events followed, ${failures} requests failed`,
  ].join(", ");
}
