// Differences of SQLite's SQL from PostgreSQL's.
import type { SessionRow } from "../../api/store.ts";
import type { StoreDialect } from "../database.ts";
import type { Statement } from "../step.ts";
import { deleteTexts } from "./texts.ts";

const INSERT = "insert into sessions (agent, cwd, updated_at_ms, data, id) values (?, ?, ?, ?, ?)";
const UPDATE = "update sessions set agent = ?, cwd = ?, updated_at_ms = ?, data = ? where id = ?";

export const sqliteDialect: StoreDialect = {
  // A transaction that writes has the file for itself.
  forUpdate: "",
  sessionData: "data",
  insertSession: (row) => toStatement(INSERT, row),
  updateSession: (row) => toStatement(UPDATE, row),
  // One process has the file.
  *checkOwner() {},
  joinLines: (query) => `select group_concat(data, char(10)) as lines from (${query})`,
  counts: (sessionId, seq) => `not exists (
    select 1 from sessions as owner, json_each(owner.data, '$.abandoned') as range
    where owner.id = ${sessionId}
      and ${seq} between json_extract(range.value, '$.from') and json_extract(range.value, '$.to'))`,
  jsonNumber: (column, field) => `json_extract(${column}, '$.${field}')`,
  deleteTexts,
};

function toStatement(words: string, row: SessionRow): Statement {
  return { kind: "count", words, values: [row.agent, row.cwd, row.updatedAtMs, JSON.stringify(row), row.id] };
}
