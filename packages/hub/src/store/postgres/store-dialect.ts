// What PostgreSQL's SQL says differently from SQLite's.
import { ParleyError } from "@parley/base";
import type { SessionRow } from "../../api/store.ts";
import type { StoreDialect } from "../database.ts";
import { first, run, type Statement } from "../step.ts";
import { OWNER_ALIVE } from "./node-statements.ts";
import { TEXTS_DELETED } from "../../store-limits.ts";

const INSERT =
  "insert into sessions (agent, cwd, updated_at_ms, data, abandoned, last_seq, id) values (?, ?, ?, ?, ?, ?, ?)";
const UPDATE = `update sessions set agent = ?, cwd = ?, updated_at_ms = ?, data = ?, abandoned = ?, last_seq = ?
  where id = ?`;
const DELETE_TEXTS = "delete from texts where id in (select id from texts where session_id = ? limit ?)";

/** Without a claim of this server, no other one may have a claim. */
const CHECK_OWNER = `select case when ?1::bigint is null then not ${OWNER_ALIVE} else coalesce(owner_epoch = ?1::bigint, false) end as is_ours
  from sessions where id = ?2 for share of sessions`;

/** `epochOf`: the number of this server's claim of a session; undefined if it has none. */
export function createDialect(epochOf: (sessionId: string) => number | undefined): StoreDialect {
  return {
    ...postgresDialect,
    *checkOwner(sessionId) {
      const epoch = epochOf(sessionId) ?? null;
      // Shared, so that no claim comes between this and the commit.
      const owner = yield* first<{ readonly is_ours: boolean }>(CHECK_OWNER, epoch, sessionId);
      if (owner?.is_ours === false) throw fenced(sessionId);
    },
  };
}

/** A write of a session that another server has now. */
export function fenced(sessionId: string): ParleyError {
  return new ParleyError({ code: "session_lost", message: `Session ${sessionId} belongs to another server now` });
}

const postgresDialect: Omit<StoreDialect, "checkOwner"> = {
  forUpdate: " for update",
  // Two numbers change with every append. They are columns, so that an append need not read and write the rest.
  sessionData: `'{"lastSeq":' || last_seq || ',"updatedAtMs":' || updated_at_ms || ',' || substr(data, 2)`,
  insertSession: (row) => toStatement(INSERT, row),
  updateSession: (row) => toStatement(UPDATE, row),
  joinLines: (query) =>
    `select string_agg(data, chr(10) order by updated_at_ms desc, id desc) as lines from (${query}) as found`,
  counts: (sessionId, seq) => `not exists (
    select 1 from sessions as owner, json_array_elements(owner.abandoned) as range
    where owner.id = ${sessionId} and owner.abandoned is not null
      and ${seq} between (range ->> 'from')::bigint and (range ->> 'to')::bigint)`,
  jsonNumber: (column, field) => `(substring(${column} from '"${field}":(\\d+)'))::bigint`,
  *deleteTexts(sessionId) {
    return yield* run(DELETE_TEXTS, sessionId, TEXTS_DELETED);
  },
};

/** As the column `data` has it. */
export function toSessionData({ lastSeq: _seq, updatedAtMs: _ms, ...rest }: SessionRow): string {
  return JSON.stringify(rest);
}

/** In a column of its own, because PostgreSQL cannot look into JSON that has an escaped NUL anywhere. */
export function toAbandoned({ abandoned }: SessionRow): string | null {
  return abandoned === undefined ? null : JSON.stringify(abandoned);
}

function toStatement(words: string, row: SessionRow): Statement {
  const { agent, cwd, updatedAtMs, lastSeq, id } = row;
  const values = [agent, cwd, updatedAtMs, toSessionData(row), toAbandoned(row), lastSeq, id];
  return { kind: "count", words, values };
}
