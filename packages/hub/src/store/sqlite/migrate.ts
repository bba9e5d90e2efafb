// Migrates a file to the current schema. A file that is not ours, or of a later version, is not changed.
import type { Kysely } from "kysely";
import type { Connection } from "./connection.ts";
import { MIGRATION_TABLE, refused, refuseLater, runMigrations, type Migrations } from "../run-migrations.ts";
import { migrations } from "./migrations.ts";

/** Throws before anything is changed. */
export function refuseForeign(connection: Connection, steps: Migrations = migrations): void {
  const tables = connection.prepare<{ name: string }>("select name from sqlite_master where type = 'table'").all();
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) {
    throw refused(
      `${connection.path} is a database, but not one of Parley's`,
      "Give the server another path for its store",
    );
  }
  refuseLater(connection.path, listDone(connection), steps);
}

/** Whether every step was done. */
export function isCurrent(connection: Connection, steps: Migrations = migrations): boolean {
  const words = `select 1 from sqlite_master where type = 'table' and name = '${MIGRATION_TABLE}'`;
  const [table] = connection.prepare(words).all();
  if (table === undefined) return false;
  const done = new Set(listDone(connection));
  return Object.keys(steps).every((name) => done.has(name));
}

function listDone(connection: Connection): readonly string[] {
  const rows = connection.prepare<{ name: string }>(`select name from ${MIGRATION_TABLE} order by name`).all();
  return rows.map(({ name }) => name);
}

/** Everything or nothing. */
export async function migrate(connection: Connection, steps: Migrations = migrations): Promise<void> {
  await runMigrations(connection.sql as unknown as Kysely<never>, steps);
}
