// What is deleted together with its owner.
import { setImmediate as othersTurn } from "node:timers/promises";
import type { StoreDatabase } from "../database.ts";
import { run, type Step } from "../step.ts";
import { TEXTS_DELETED } from "../../store-limits.ts";

/** With its events, turns, questions, texts and their documents. False if the session does not exist. Rejects with `session_lost`. */
export async function deleteSession(database: StoreDatabase, id: string): Promise<boolean> {
  const { dialect } = database;
  // They take longest, so they are deleted separately.
  while ((await database.write("delete texts", () => dialect.deleteTexts(id))) === TEXTS_DELETED) {
    await othersTurn();
  }
  return database.write("delete the session", function* () {
    yield* dialect.checkOwner(id);
    while ((yield* dialect.deleteTexts(id)) > 0);
    for (const table of ["turns", "interactions"]) {
      yield* run(`delete from documents where owner_id in (select id from ${table} where session_id = ?)`, id);
    }
    yield* deleteDocumentsOf(id);
    // Events, turns and questions are deleted by their foreign keys.
    return (yield* run("delete from sessions where id = ?", id)) > 0;
  });
}

/** Within a transaction. */
export function* deleteDocumentsOf(ownerId: string): Step<void> {
  yield* run("delete from documents where owner_id = ?", ownerId);
}
