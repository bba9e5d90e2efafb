// Several servers and a fault: how soon another one takes over, and what ten seconds without a database cost.
import { withCluster } from "./cluster.ts";
import { LogReader } from "./log-reader.ts";
import { createSession, ended, FINAL, LOOK_MS, prompt, send, type Turn } from "./requests.ts";
import { PACER } from "../server/parley-server.ts";
import { getText } from "../server/get-json.ts";
import type { WatchedServer } from "../server/watched-server.ts";

const LEASE_SECONDS = 4;

/** Seconds from the end of a killed server's lease until another one has ended its turn. */
export function measureTakeover(): Promise<number> {
  return withCluster({ count: 2, leaseSeconds: LEASE_SECONDS }, async ({ nodes, folder }) => {
    const [one, other] = nodes as [WatchedServer, WatchedServer];
    const sessionId = await createSession(one.address, "script", folder);
    const turnId = await prompt(one.address, sessionId, "say begun\nwait 600000");
    // One that its agent has not got yet would run on the other server.
    using reader = new LogReader(other.address, sessionId, 0);
    await reader.saw("begun");
    const startMs = performance.now();
    one.signal("SIGKILL");
    await ended(other.address, turnId);
    return (performance.now() - startMs) / 1_000 - LEASE_SECONDS;
  });
}

export interface OutageSample {
  /** Events that a follower had, and that the log does not have. */
  readonly lost: number;
  /** Turns that have no end a while after the outage. */
  readonly unfinished: number;
  readonly completed: number;
}

const SESSIONS = 6;
const OUTAGE_MS = 10_000;
const WAIT_MS = 60_000;

/** With a lease of 15 s, which an outage of ten does not end. */
export function measureOutage(): Promise<OutageSample> {
  return withCluster({ count: 2 }, async ({ nodes, folder, postgres }) => {
    const [one, other] = nodes as [WatchedServer, WatchedServer];
    const turns = await Promise.all(
      Array.from({ length: SESSIONS }, async () => {
        const sessionId = await createSession(one.address, PACER, folder);
        const reader = new LogReader(other.address, sessionId, 0);
        return { sessionId, reader, turnId: await prompt(one.address, sessionId, "50 14") };
      }),
    );
    await Promise.all(turns.map(({ reader }) => reader.reached(20)));
    await postgres.stop("immediate");
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    await postgres.start();
    let [lost, unfinished, completed] = [0, 0, 0];
    for (const { sessionId, reader, turnId } of turns) {
      const over = await endedWithin(other, turnId, WAIT_MS);
      if (over === undefined) unfinished += 1;
      if (over === "completed") completed += 1;
      const log = await getText(other.address, `/sessions/${sessionId}/export`);
      const stored = new Set(Array.from(log.matchAll(/^\{"v":\d+,"seq":(\d+)/gm), ([, seq]) => Number(seq)));
      lost += reader.seqs.filter((seq) => !stored.has(seq)).length;
      reader[Symbol.dispose]();
    }
    return { lost, unfinished, completed };
  });
}

/** Undefined if it has no end by then. Requests may fail for a moment after the outage. */
async function endedWithin({ address }: WatchedServer, turnId: string, ms: number): Promise<string | undefined> {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;) {
    try {
      const { state } = await send<Turn>(address, "GET", `/turns/${turnId}`);
      if (FINAL.has(state)) return state;
    } catch {
      // The next look may succeed.
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return undefined;
}
