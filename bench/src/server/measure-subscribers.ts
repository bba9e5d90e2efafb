// Many who follow one busy session, and many more who follow one where nothing happens.
import { setTimeout as sleep } from "node:timers/promises";
import { lastSeq } from "./get-json.ts";
import { withParley } from "./parley-server.ts";
import { Subscribers } from "./subscribers.ts";
import { converse, toStream } from "./surfaces.ts";
import type { WatchedServer } from "./watched-server.ts";

/** Whatever has not come by then does not come. */
const LAST_EVENT_WAIT_MS = 120_000;
/** Longer than it takes until each of them has heard a sign of life. */
const IDLE_MS = 16_000;

export interface Crowd {
  readonly busy: number;
  /** Events of the busy session. */
  readonly events: number;
  readonly idle: number;
}

interface Busy {
  /** The most the server had. */
  readonly busyRssMb: number;
  /** CPU of the server for each event that one of them got. */
  readonly deliveryUs: number;
  /** Of the events that should have come, those that did not. */
  readonly missing: number;
}

interface Idle {
  readonly idleRssMb: number;
  readonly idleLost: number;
}

export type CrowdSample = Busy & Idle;

export async function measureCrowd(crowd: Crowd, flags: readonly string[]): Promise<CrowdSample> {
  const busy = await withParley(flags, (server, folder) => measureBusy(server, folder, crowd));
  const idle = await withParley([], (server, folder) => measureIdle(server, folder, crowd.idle));
  return { ...busy, ...idle };
}

async function measureBusy(server: WatchedServer, cwd: string, { busy, events }: Crowd): Promise<Busy> {
  const { address } = server;
  using session = await converse("POST /runs", address, { agent: "script", cwd });
  await session.prompt("say hello");
  const after = await lastSeq(address, session.sessionId);
  using subscribers = await Subscribers.open(address, session.sessionId, after, busy);
  await server.idle();
  const before = server.cpuUs();
  await session.prompt(toStream(events));
  const count = (await lastSeq(address, session.sessionId)) - after;
  const late = new AbortController();
  const wait = sleep(LAST_EVENT_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([subscribers.reached(count), wait]);
  late.abort();
  const { counts } = subscribers;
  return {
    busyRssMb: server.rssPeakMb(),
    deliveryUs: (server.cpuUs() - before) / counts.reduce((sum, got) => sum + got, 0),
    missing: counts.reduce((sum, got) => sum + Math.abs(count - got), 0),
  };
}

async function measureIdle(server: WatchedServer, cwd: string, count: number): Promise<Idle> {
  const { address } = server;
  using session = await converse("POST /runs", address, { agent: "script", cwd });
  using subscribers = await Subscribers.open(address, session.sessionId, 0, count);
  await sleep(IDLE_MS);
  // Who is there still hears of what happens at last.
  await session.prompt("say hello");
  const events = await lastSeq(address, session.sessionId);
  await subscribers.reached(events);
  return { idleRssMb: server.rssPeakMb(), idleLost: subscribers.counts.filter((got) => got !== events).length };
}
