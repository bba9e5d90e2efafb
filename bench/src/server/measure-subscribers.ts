// Many who follow one busy session, and many more who follow one where nothing happens.
import { setTimeout as sleep } from "node:timers/promises";
import { inTempFolder } from "../command-line.ts";
import { EventSubscriber } from "./event-subscriber.ts";
import { lastSeq } from "./get-json.ts";
import { startParley } from "./parley-server.ts";
import { converse } from "./surfaces.ts";
import type { Address, WatchedServer } from "./watched-server.ts";

const TEXT_BYTES = 100;
/** Connections that are opened at once. */
const OPENING = 100;
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
  const busy = await withServer(flags, (server, folder) => measureBusy(server, folder, crowd));
  const idle = await withServer([], (server, folder) => measureIdle(server, folder, crowd.idle));
  return { ...busy, ...idle };
}

function withServer<Result>(
  flags: readonly string[],
  measure: (server: WatchedServer, folder: string) => Promise<Result>,
): Promise<Result> {
  return inTempFolder(async (folder) => {
    await using server = await startParley(folder, flags);
    return await measure(server, folder);
  });
}

async function measureBusy(server: WatchedServer, cwd: string, { busy, events }: Crowd): Promise<Busy> {
  const { address } = server;
  using session = await converse("POST /runs", address, { agent: "script", cwd });
  await session.prompt("say hello");
  const after = await lastSeq(address, session.sessionId);
  const subscribers = await openAll(address, session.sessionId, after, busy);
  try {
    await server.idle();
    const before = server.cpuUs();
    await session.prompt(`stream ${events} ${TEXT_BYTES}`);
    const count = (await lastSeq(address, session.sessionId)) - after;
    const late = new AbortController();
    const all = Promise.all(subscribers.map((subscriber) => subscriber.reached(count)));
    await Promise.race([all, sleep(LAST_EVENT_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    const deliveries = subscribers.reduce((sum, subscriber) => sum + subscriber.events, 0);
    return {
      busyRssMb: server.rssPeakMb(),
      deliveryUs: (server.cpuUs() - before) / deliveries,
      missing: subscribers.reduce((sum, subscriber) => sum + Math.abs(count - subscriber.events), 0),
    };
  } finally {
    for (const subscriber of subscribers) subscriber[Symbol.dispose]();
  }
}

async function measureIdle(server: WatchedServer, cwd: string, count: number): Promise<Idle> {
  const { address } = server;
  using session = await converse("POST /runs", address, { agent: "script", cwd });
  const subscribers = await openAll(address, session.sessionId, 0, count);
  try {
    await sleep(IDLE_MS);
    // Who is there still hears of what happens at last.
    await session.prompt("say hello");
    const events = await lastSeq(address, session.sessionId);
    await Promise.all(subscribers.map((subscriber) => subscriber.reached(events)));
    return {
      idleRssMb: server.rssPeakMb(),
      idleLost: subscribers.filter((subscriber) => subscriber.events !== events).length,
    };
  } finally {
    for (const subscriber of subscribers) subscriber[Symbol.dispose]();
  }
}

async function openAll(
  address: Address,
  sessionId: string,
  after: number,
  count: number,
): Promise<readonly EventSubscriber[]> {
  const subscribers: EventSubscriber[] = [];
  while (subscribers.length < count) {
    const size = Math.min(OPENING, count - subscribers.length);
    const some = Array.from({ length: size }, () => EventSubscriber.open(address, sessionId, after));
    subscribers.push(...(await Promise.all(some)));
  }
  return subscribers;
}
