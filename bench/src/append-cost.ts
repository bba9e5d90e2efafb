// Prints how fast events are appended to PostgreSQL: by our store, or by the driver alone with one statement and the same batches.
import { openPostgresStore } from "@parley/hub/postgres";
import pg from "pg";
import { GROUP, linesFrom, newSession, SESSIONS } from "./log-batches.ts";
import { readUsage } from "./usage.ts";

export interface AppendCost {
  readonly perSecond: number;
  /** CPU of the writing process for each event. */
  readonly cpuUs: number;
}

type Append = (round: number, ids: readonly string[]) => Promise<void>;

const [way = "", url = "", count = "0"] = process.argv.slice(2);
const ids = Array.from({ length: SESSIONS }, (_, index) => `session-${index}`);
/** Connections, prepared statements and compiled code. */
const WARM_UP_ROUNDS = 50;

process.stdout.write(JSON.stringify(await (way === "driver" ? measureDriver() : measureStore())));

async function measureDriver(): Promise<AppendCost> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "create table raw_events (session_id text, first_seq bigint, last_seq bigint, lines text, primary key (session_id, first_seq))",
  );
  const text = `insert into raw_events select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])`;
  try {
    return await measure(async (round) => {
      const firstSeq = round * GROUP + 1;
      const lines = ids.map((id) => linesFrom(id, firstSeq).join("\n"));
      const values = [ids, ids.map(() => firstSeq), ids.map(() => firstSeq + GROUP - 1), lines];
      await client.query({ name: "append", text, values });
    });
  } finally {
    await client.end();
  }
}

async function measureStore(): Promise<AppendCost> {
  await using store = await openPostgresStore({ url });
  for (const id of ids) await store.insertSession(newSession(id));
  return await measure(async (round) => {
    const firstSeq = round * GROUP + 1;
    const batches = ids.map((sessionId) => ({ sessionId, firstSeq, lines: linesFrom(sessionId, firstSeq) }));
    const changes = new Map(ids.map((id) => [id, { lastSeq: firstSeq + GROUP - 1, updatedAtMs: round }]));
    await store.appendEvents(batches, changes, { isDurable: false });
  });
}

async function measure(append: Append): Promise<AppendCost> {
  let round = 0;
  for (; round < WARM_UP_ROUNDS; round += 1) await append(round, ids);
  const [{ cpuUs }, startMs] = [readUsage(), performance.now()];
  let written = 0;
  for (; written < Number(count); round += 1) {
    await append(round, ids);
    written += SESSIONS * GROUP;
  }
  const seconds = (performance.now() - startMs) / 1000;
  return { perSecond: written / seconds, cpuUs: (readUsage().cpuUs - cpuUs) / written };
}
