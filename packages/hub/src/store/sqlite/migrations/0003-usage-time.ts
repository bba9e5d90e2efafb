// How long turns ran. For turns that ended before this migration it is unknown and counts as 0.
import { sql, type Kysely, type Migration } from "kysely";

export const usageTime: Migration = {
  async up(db) {
    await sql.raw("alter table usage add column turn_ms integer not null default 0").execute(db as Kysely<unknown>);
  },
};
