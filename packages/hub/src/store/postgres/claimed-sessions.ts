// The rows of sessions that this server owns: a change is one statement, which checks the claim.
import type { HubStore, SessionRow } from "../../api/store.ts";
import type { ClaimedRows } from "./claimed-rows.ts";
import type { PostgresConnection } from "./connection.ts";
import type { PostgresNodes } from "./nodes.ts";
import { toAbandoned, toSessionData } from "./store-dialect.ts";

const UPDATE = `update sessions set agent = ?, cwd = ?, data = ?, abandoned = ?,
    updated_at_ms = coalesce(?, updated_at_ms), last_seq = coalesce(?, last_seq)
  where id = ? and owner_epoch = ? returning id`;

export interface ClaimedSessionsOptions {
  readonly connection: PostgresConnection;
  readonly nodes: Pick<PostgresNodes, "epochOf" | "own">;
  readonly rows: ClaimedRows<SessionRow>;
  /** Of the table. */
  readonly sessions: Pick<HubStore, "insertSession" | "updateSession" | "deleteSession">;
}

type SessionMethods = ClaimedSessionsOptions["sessions"];

/** The caller changes a session in order. */
export function createClaimedSessions({ connection, nodes, rows, sessions }: ClaimedSessionsOptions): SessionMethods {
  return {
    // A new session belongs to the server that made it.
    async insertSession(row) {
      await sessions.insertSession(row);
      await nodes.own(row.id);
      rows.set(row.id, nodes.epochOf(row.id), row);
    },
    async updateSession(id, change) {
      const [known, epoch] = [rows.find(id), nodes.epochOf(id)];
      rows.delete(id);
      if (known !== undefined && epoch !== undefined && known.epoch === epoch) {
        const row = { ...known.row, ...change, id };
        const numbers = [change.updatedAtMs ?? null, change.lastSeq ?? null];
        const values = [row.agent, row.cwd, toSessionData(row), toAbandoned(row), ...numbers, id, epoch];
        if ((await connection.query("change the session", UPDATE, values)).length > 0) return rows.set(id, epoch, row);
      }
      // It was not read yet, or is not ours any more, which this finds out.
      await sessions.updateSession(id, change);
    },
    async deleteSession(id) {
      rows.delete(id);
      await sessions.deleteSession(id);
    },
  };
}
