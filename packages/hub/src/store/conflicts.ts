// Why a database refused a row.
import { errorCodeOf } from "@parley/base";

/** SQLite's names, and PostgreSQL's numbers (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const TAKEN = new Set(["SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"]);
const OWNER_MISSING = new Set(["SQLITE_CONSTRAINT_FOREIGNKEY", "23503"]);

/** Whether the row exists already. */
export function isTaken(error: unknown): boolean {
  return TAKEN.has(errorCodeOf(error) ?? "");
}

/** Whether the row that it refers to is missing. */
export function isOwnerMissing(error: unknown): boolean {
  return OWNER_MISSING.has(errorCodeOf(error) ?? "");
}
