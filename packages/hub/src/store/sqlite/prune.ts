// Prunes old rows, a few at a time.
import type { Clock } from "@parley/base";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { HubStore } from "../../api/store.ts";
import type { Connection } from "./connection.ts";
import { PRUNE_ROWS, USAGE_DAYS_MAX } from "../../store-limits.ts";
import { deleteDocumentsOf, deleteSession } from "./tables/owned.ts";

type Prune = HubStore["prune"];

const OLD_TURNS = "select id from turns where finished_at_ms < ? limit ?";
/** A question is over when its time has expired. */
const OLD_QUESTIONS = "select id from interactions where expires_at_ms < ? and state <> 'pending' limit ?";
const OLD_KEYS = "select id from keys where expires_at_ms <= ? limit ?";
const OLD_USAGE = "delete from usage where day < date(? / 1000, 'unixepoch', 'localtime')";
const DAY_MS = 24 * 60 * 60_000;
/** A session with an open turn stays, however old. */
const SURPLUS = `select id from sessions
  where id not in (select id from sessions order by updated_at_ms desc, id desc limit ?1)
    and not exists (select 1 from turns where turns.session_id = sessions.id and turns.finished_at_ms is null)
  order by updated_at_ms, id limit ?2`;

export function createPrune(connection: Connection, clock: Clock): Prune {
  return async ({ endedBeforeMs, sessionsMax }) => {
    await pruneRows(connection, "turns", OLD_TURNS, endedBeforeMs);
    await pruneRows(connection, "interactions", OLD_QUESTIONS, endedBeforeMs);
    await pruneRows(connection, "keys", OLD_KEYS, clock.now());
    const usedBeforeMs = clock.now() - USAGE_DAYS_MAX * DAY_MS;
    await connection.write("prune usage", () => connection.prepare(OLD_USAGE).run(usedBeforeMs));
    return { sessions: sessionsMax === undefined ? [] : await pruneSessions(connection, sessionsMax) };
  };
}

async function pruneRows(connection: Connection, table: string, find: string, beforeMs: number): Promise<void> {
  for (let gone = PRUNE_ROWS; gone === PRUNE_ROWS;) {
    gone = await connection.write(`prune ${table}`, () => {
      const rows = connection.prepare<{ id: string }>(find).all(beforeMs, PRUNE_ROWS);
      for (const { id } of rows) deleteDocumentsOf(connection, id);
      return rows.reduce((sum, { id }) => sum + connection.prepare(`delete from ${table} where id = ?`).run(id), 0);
    });
    await othersTurn();
  }
}

async function pruneSessions(connection: Connection, sessionsMax: number): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (let gone = PRUNE_ROWS; gone === PRUNE_ROWS;) {
    gone = 0;
    const surplus = await connection.read("find sessions to prune", () =>
      connection.prepare<{ id: string }>(SURPLUS).all(sessionsMax, PRUNE_ROWS),
    );
    for (const { id } of surplus) {
      if (await deleteSession(connection, id)) {
        gone += 1;
        deleted.push(id);
      }
      await othersTurn();
    }
  }
  return deleted;
}
