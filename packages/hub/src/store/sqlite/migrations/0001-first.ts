// The first tables.
import { sql, type Kysely, type Migration } from "kysely";

export const first: Migration = {
  async up(db) {
    for (const table of TABLES) await sql.raw(table).execute(db as Kysely<unknown>);
  },
};

const TABLES = [
  `create table sessions (
    id text primary key not null,
    agent text not null,
    cwd text not null,
    updated_at_ms integer not null,
    data text not null
  )`,
  // The only index with the time: every append of events updates the time in every index that has it.
  "create index sessions_by_time on sessions (updated_at_ms, id)",
  // The lines are the last column, so that the numbers are found without reading them.
  `create table events (
    session_id text not null references sessions (id) on delete cascade,
    first_seq integer not null,
    last_seq integer not null,
    lines text not null
  )`,
  "create unique index events_by_seq on events (session_id, first_seq)",
  `create table turns (
    id text primary key not null,
    session_id text not null references sessions (id) on delete cascade,
    state text not null,
    created_at_ms integer not null,
    finished_at_ms integer,
    data text not null
  )`,
  "create index turns_by_time on turns (created_at_ms, id)",
  "create index turns_by_session on turns (session_id, created_at_ms, id)",
  "create index turns_by_state on turns (state, created_at_ms, id)",
  "create index turns_by_end on turns (finished_at_ms)",
  `create table interactions (
    id text primary key not null,
    session_id text references sessions (id) on delete cascade,
    state text not null,
    created_at_ms integer not null,
    expires_at_ms integer not null,
    data text not null
  )`,
  "create index interactions_by_session on interactions (session_id, created_at_ms, id)",
  "create index interactions_by_state on interactions (state, created_at_ms, id)",
  "create index interactions_by_end on interactions (expires_at_ms)",
  "create table keys (id text primary key not null, data text not null, expires_at_ms integer not null)",
  "create index keys_by_end on keys (expires_at_ms)",
  `create table totals (
    agent text primary key not null,
    turns integer not null,
    successes integer not null,
    total_ms integer not null,
    total_tokens integer not null
  )`,
  "create table agent_settings (name text primary key not null, data text not null)",
  "create table recipes (id text primary key not null, created_at_ms integer not null, data text not null)",
  `create table documents (
    kind text not null,
    id text not null,
    owner_id text not null,
    data text not null,
    primary key (kind, id)
  )`,
  "create index documents_by_owner on documents (owner_id, kind, id)",
  `create table texts (
    id integer primary key not null,
    session_id text not null,
    seq integer not null,
    at integer not null,
    what text not null,
    text text not null
  )`,
  "create unique index texts_by_place on texts (session_id, seq, what)",
  "create virtual table texts_index using fts5 (text, content = 'texts', content_rowid = 'id', tokenize = 'unicode61')",
  // Words of deleted texts are removed.
  "insert into texts_index (texts_index, rank) values ('secure-delete', 1)",
];
