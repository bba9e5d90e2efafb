// What is deleted together with its owner.
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Connection } from "../connection.ts";
import { TEXTS_DELETED } from "../../../store-limits.ts";

/** With its events, turns, questions, texts and their documents. False if there is no such session. */
export async function deleteSession(connection: Connection, id: string): Promise<boolean> {
  // They take longest, so they are deleted separately.
  while ((await connection.write("delete texts", () => deleteTexts(connection, id))) === TEXTS_DELETED) {
    await othersTurn();
  }
  return connection.write("delete the session", () => {
    while (deleteTexts(connection, id) > 0);
    for (const table of ["turns", "interactions"]) {
      connection
        .prepare(`delete from documents where owner_id in (select id from ${table} where session_id = ?)`)
        .run(id);
    }
    deleteDocumentsOf(connection, id);
    // Events, turns and questions are deleted by their foreign keys.
    return connection.prepare("delete from sessions where id = ?").run(id) > 0;
  });
}

/** Within a transaction. */
export function deleteDocumentsOf(connection: Connection, ownerId: string): void {
  connection.prepare("delete from documents where owner_id = ?").run(ownerId);
}

/** Deletes some of them within a transaction; returns how many. The index needs the old text to remove its words. */
function deleteTexts(connection: Connection, sessionId: string): number {
  const texts = connection
    .prepare<{ id: number; text: string }>("select id, text from texts where session_id = ? limit ?")
    .all(sessionId, TEXTS_DELETED);
  for (const { id, text } of texts) deleteText(connection, id, text);
  return texts.length;
}

/** Within a transaction. */
export function deleteText(connection: Connection, id: number, text: string): void {
  connection.prepare(UNINDEX).run(id, text);
  connection.prepare("delete from texts where id = ?").run(id);
}

const UNINDEX = "insert into texts_index (texts_index, rowid, text) values ('delete', ?, ?)";
