// Sessions, one row each.
import { ParleyError } from "@parley/base";
import type { HubStore, SessionRow } from "../../api/store.ts";
import { isTaken } from "../conflicts.ts";
import type { StoreDatabase } from "../database.ts";
import { first, type Step } from "../step.ts";
import { ListedSessions } from "./listed-sessions.ts";
import { deleteSession } from "./owned.ts";

type SessionMethods = Pick<
  HubStore,
  "insertSession" | "getSession" | "updateSession" | "deleteSession" | "listSessions"
>;

export function createSessionTable(database: StoreDatabase): SessionMethods {
  const lists = new ListedSessions(database);
  return {
    insertSession: (row) => database.writeOne("add the session", () => insertSession(database, row)),
    getSession: (id) => database.read("read the session", () => findSession(database, id)),
    updateSession: (id, change) =>
      database.write("change the session", function* () {
        const row = yield* findSession(database, id, database.dialect.forUpdate);
        if (row === undefined) return;
        yield* database.dialect.checkOwner(id);
        yield database.dialect.updateSession({ ...row, ...change, id });
      }),
    async deleteSession(id) {
      await deleteSession(database, id);
    },
    listSessions: (query) => database.read("list sessions", () => lists.find(query)),
  };
}

/** Within a transaction. Throws `session_exists`. */
export function* insertSession({ dialect }: StoreDatabase, row: SessionRow): Step<void> {
  try {
    yield dialect.insertSession(row);
  } catch (cause) {
    if (!isTaken(cause)) throw cause;
    throw new ParleyError({ code: "session_exists", message: `There is a session ${row.id} already`, cause });
  }
}

function* findSession({ dialect }: StoreDatabase, id: string, lock = ""): Step<SessionRow | undefined> {
  const words = `select ${dialect.sessionData} as data from sessions where id = ?${lock}`;
  const found = yield* first<{ data: string }>(words, id);
  return found && (JSON.parse(found.data) as SessionRow);
}
