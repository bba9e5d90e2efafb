// How long turns ran. Of turns that ended before this step it is unknown, and counts as nothing.
import { sql, type Kysely, type Migration } from "kysely";

export const usageTime: Migration = {
  async up(db) {
    await sql.raw("alter table usage add column turn_ms integer not null default 0").execute(db as Kysely<unknown>);
  },
};
