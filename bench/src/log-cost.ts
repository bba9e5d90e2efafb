// Prints how fast events are appended to a store on disk: some sessions at once, in groups as they come from streams, synced now and then.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@parley/hub/sqlite";
import { GROUP, linesFrom, newSession, SESSIONS } from "./log-batches.ts";
import { readUsage } from "./usage.ts";

/** Transactions between two syncs: a turn ends. */
const SYNC_EVERY = 64;

export interface LogCost {
  readonly perSecond: number;
  /** CPU for each event. */
  readonly cpuUs: number;
}

const count = Number(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
try {
  process.stdout.write(JSON.stringify(await measure(join(folder, "parley.db"), count)));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(path: string, events: number): Promise<LogCost> {
  await using store = await openSqliteStore({ path });
  const ids = Array.from({ length: SESSIONS }, (_, index) => `session-${index}`);
  for (const id of ids) await store.insertSession(newSession(id));
  const [{ cpuUs }, startMs] = [readUsage(), performance.now()];
  let written = 0;
  for (let round = 0; written < events; round += 1) {
    const firstSeq = round * GROUP + 1;
    const batches = ids.map((sessionId) => ({ sessionId, firstSeq, lines: linesFrom(sessionId, firstSeq) }));
    const changes = new Map(ids.map((id) => [id, { lastSeq: firstSeq + GROUP - 1, updatedAtMs: round }]));
    await store.appendEvents(batches, changes, { isDurable: round % SYNC_EVERY === 0 });
    written += SESSIONS * GROUP;
  }
  const seconds = (performance.now() - startMs) / 1000;
  return { perSecond: written / seconds, cpuUs: (readUsage().cpuUs - cpuUs) / written };
}
