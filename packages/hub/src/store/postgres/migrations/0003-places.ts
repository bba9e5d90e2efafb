// What servers say of themselves, and which of them have the folder of a session.
import { sql, type Kysely, type Migration } from "kysely";

export const places: Migration = {
  async up(db) {
    for (const words of STEPS) await sql.raw(words).execute(db as Kysely<unknown>);
  },
};

const STEPS = [
  `alter table nodes add column version text not null default '', add column place text collate "C",
    add column is_draining boolean not null default false`,
  // Null: any server may have it.
  'alter table sessions add column place text collate "C"',
];
