// Sessions, one row each.
import { ParleyError } from "@parley/base";
import type { HubStore, SessionRow } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { isTaken } from "../store-error.ts";
import { ListedSessions } from "./listed-sessions.ts";
import { deleteSession } from "./owned.ts";

type SessionMethods = Pick<
  HubStore,
  "insertSession" | "getSession" | "updateSession" | "deleteSession" | "listSessions"
>;

const INSERT = "insert into sessions (agent, cwd, updated_at_ms, data, id) values (?, ?, ?, ?, ?)";
const UPDATE = "update sessions set agent = ?, cwd = ?, updated_at_ms = ?, data = ? where id = ?";

export function createSessionTable(connection: Connection): SessionMethods {
  const lists = new ListedSessions(connection);
  return {
    insertSession: (row) => connection.write("add the session", () => insertSession(connection, row)),
    getSession: (id) => connection.read("read the session", () => findSession(connection, id)),
    updateSession: (id, change) =>
      connection.write("change the session", () => {
        const row = findSession(connection, id);
        if (row !== undefined) writeSession(connection, { ...row, ...change, id });
      }),
    async deleteSession(id) {
      await deleteSession(connection, id);
    },
    listSessions: (query) => connection.read("list sessions", () => lists.find(query)),
  };
}

/** Within a transaction. Throws `session_exists`. */
export function insertSession(connection: Connection, row: SessionRow): void {
  try {
    connection.prepare(INSERT).run(...toValues(row));
  } catch (cause) {
    if (!isTaken(cause)) throw cause;
    throw new ParleyError({ code: "session_exists", message: `There is a session ${row.id} already`, cause });
  }
}

/** Within a transaction. */
export function writeSession(connection: Connection, row: SessionRow): void {
  connection.prepare(UPDATE).run(...toValues(row));
}

function findSession(connection: Connection, id: string): SessionRow | undefined {
  const found = connection.prepare<{ data: string }>("select data from sessions where id = ?").first(id);
  return found && (JSON.parse(found.data) as SessionRow);
}

function toValues(row: SessionRow): readonly [string, string, number, string, string] {
  return [row.agent, row.cwd, row.updatedAtMs, JSON.stringify(row), row.id];
}
