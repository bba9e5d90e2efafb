// The first tables in PostgreSQL. Ids are compared byte by byte, as in SQLite, whatever the database's collation is.
import { sql, type Kysely, type Migration } from "kysely";

export const first: Migration = {
  async up(db) {
    for (const table of TABLES) await sql.raw(table).execute(db as Kysely<unknown>);
  },
};

const TABLES = [
  `create table sessions (
    id text collate "C" primary key,
    agent text not null,
    cwd text not null,
    updated_at_ms bigint not null,
    last_seq bigint not null,
    abandoned json,
    data text not null
  )`,
  "create index sessions_by_time on sessions (updated_at_ms, id)",
  `create table events (
    session_id text collate "C" not null references sessions (id) on delete cascade,
    first_seq bigint not null,
    last_seq bigint not null,
    lines text not null,
    primary key (session_id, first_seq)
  )`,
  `create table turns (
    id text collate "C" primary key,
    session_id text collate "C" not null references sessions (id) on delete cascade,
    state text not null,
    created_at_ms bigint not null,
    finished_at_ms bigint,
    data text not null
  )`,
  "create index turns_by_time on turns (created_at_ms, id)",
  "create index turns_by_session on turns (session_id, created_at_ms, id)",
  "create index turns_by_state on turns (state, created_at_ms, id)",
  "create index turns_by_end on turns (finished_at_ms)",
  `create table interactions (
    id text collate "C" primary key,
    session_id text collate "C" references sessions (id) on delete cascade,
    state text not null,
    created_at_ms bigint not null,
    expires_at_ms bigint not null,
    data text not null
  )`,
  "create index interactions_by_session on interactions (session_id, created_at_ms, id)",
  "create index interactions_by_state on interactions (state, created_at_ms, id)",
  "create index interactions_by_end on interactions (expires_at_ms)",
  'create table keys (id text collate "C" primary key, data text not null, expires_at_ms bigint not null)',
  "create index keys_by_end on keys (expires_at_ms)",
  `create table totals (
    agent text collate "C" primary key,
    turns bigint not null,
    successes bigint not null,
    total_ms double precision not null,
    total_tokens double precision not null
  )`,
  `create table usage (
    day text collate "C" not null,
    agent text collate "C" not null,
    model text collate "C" not null,
    folder text collate "C" not null,
    currency text collate "C" not null,
    turns bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    thought_tokens bigint not null,
    cached_read_tokens bigint not null,
    cached_write_tokens bigint not null,
    total_tokens bigint not null,
    cost double precision not null,
    turn_ms bigint not null default 0,
    primary key (day, agent, model, folder, currency)
  )`,
  'create table agent_settings (name text collate "C" primary key, data text not null)',
  'create table recipes (id text collate "C" primary key, created_at_ms bigint not null, data text not null)',
  `create table documents (
    kind text collate "C" not null,
    id text collate "C" not null,
    owner_id text collate "C" not null,
    data text not null,
    primary key (kind, id)
  )`,
  "create index documents_by_owner on documents (owner_id, kind, id)",
  // `words` are those of the text as a search compares them.
  `create table texts (
    id bigserial primary key,
    session_id text collate "C" not null references sessions (id) on delete cascade,
    seq bigint not null,
    at bigint not null,
    what text collate "C" not null,
    text text not null,
    words text[] collate "C" not null
  )`,
  "create unique index texts_by_place on texts (session_id, seq, what)",
  "create index texts_by_time on texts (at, id)",
  "create index texts_by_word on texts using gin (words)",
];
