// Brings the tables of a database to the current version. A database of a later version is not changed.
import { ParleyError } from "@parley/base";
import { Migrator, type Kysely, type Migration } from "kysely";

export type Migrations = Readonly<Record<string, Migration>>;

/** The table with the names of those that were done. */
export const MIGRATION_TABLE = "migrations";

/** Everything or nothing. PostgreSQL has an advisory lock meanwhile, so that servers that start together migrate once. */
export async function runMigrations(db: Kysely<never>, steps: Migrations, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...steps }) },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** `done`: the migrations that the database had. Throws `bad_config`. */
export function refuseLater(name: string, done: readonly string[], steps: Migrations): void {
  const unknown = done.find((one) => !Object.hasOwn(steps, one));
  if (unknown === undefined) return;
  throw refused(
    `${name} was written by a later version of Parley (${unknown})`,
    "Use that version, or give this one a store of its own",
  );
}

export function refused(message: string, label: string): ParleyError {
  return new ParleyError({ code: "bad_config", message, remedy: { label } });
}
