// Which server owns a session.
import { sql, type Kysely, type Migration } from "kysely";

export const nodes: Migration = {
  async up(db) {
    for (const words of STEPS) await sql.raw(words).execute(db as Kysely<unknown>);
  },
};

const STEPS = [
  `create table nodes (
    id text collate "C" primary key,
    url text,
    key text not null,
    host text not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  // Every claim has a higher number than all before it.
  "create sequence epochs",
  'alter table sessions add column owner_node text collate "C", add column owner_epoch bigint',
  "create index sessions_by_owner on sessions (owner_node) where owner_node is not null",
];
