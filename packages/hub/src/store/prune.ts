// Prunes old rows, a few at a time.
import { errorCodeOf, type Clock } from "@parley/base";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { HubStore } from "../api/store.ts";
import { PRUNE_ROWS, USAGE_DAYS_MAX } from "../store-limits.ts";
import type { StoreDatabase } from "./database.ts";
import { all, run } from "./step.ts";
import { deleteDocumentsOf, deleteSession } from "./tables/owned.ts";
import { toDay } from "./to-day.ts";

type Prune = HubStore["prune"];

const OLD_TURNS = "select id from turns where finished_at_ms < ? limit ?";
/** A question is over when its time has expired. */
const OLD_QUESTIONS = "select id from interactions where expires_at_ms < ? and state <> 'pending' limit ?";
const OLD_KEYS = "select id from keys where expires_at_ms <= ? limit ?";
const DAY_MS = 24 * 60 * 60_000;
/** A session with an open turn stays, however old. */
const SURPLUS = `select id from sessions
  where id not in (select id from sessions order by updated_at_ms desc, id desc limit ?1)
    and not exists (select 1 from turns where turns.session_id = sessions.id and turns.finished_at_ms is null)
  order by updated_at_ms, id limit ?2`;

export function createPrune(database: StoreDatabase, clock: Clock): Prune {
  return async ({ endedBeforeMs, sessionsMax }) => {
    await pruneRows(database, "turns", OLD_TURNS, endedBeforeMs);
    await pruneRows(database, "interactions", OLD_QUESTIONS, endedBeforeMs);
    await pruneRows(database, "keys", OLD_KEYS, clock.now());
    const usedBefore = toDay(clock.now() - USAGE_DAYS_MAX * DAY_MS);
    await database.writeOne("prune usage", () => run("delete from usage where day < ?", usedBefore));
    return { sessions: sessionsMax === undefined ? [] : await pruneSessions(database, sessionsMax) };
  };
}

async function pruneRows(database: StoreDatabase, table: string, find: string, beforeMs: number): Promise<void> {
  for (let gone = PRUNE_ROWS; gone === PRUNE_ROWS;) {
    gone = await database.write(`prune ${table}`, function* () {
      let deleted = 0;
      for (const { id } of yield* all<{ id: string }>(find, beforeMs, PRUNE_ROWS)) {
        yield* deleteDocumentsOf(id);
        deleted += yield* run(`delete from ${table} where id = ?`, id);
      }
      return deleted;
    });
    await othersTurn();
  }
}

async function pruneSessions(database: StoreDatabase, sessionsMax: number): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (let gone = PRUNE_ROWS; gone === PRUNE_ROWS;) {
    gone = 0;
    const surplus = await database.read("find sessions to prune", () =>
      all<{ id: string }>(SURPLUS, sessionsMax, PRUNE_ROWS),
    );
    for (const { id } of surplus) {
      try {
        if (await deleteSession(database, id)) {
          gone += 1;
          deleted.push(id);
        }
      } catch (error) {
        // It is in use on another server.
        if (errorCodeOf(error) !== "session_lost") throw error;
      }
      await othersTurn();
    }
  }
  return deleted;
}
