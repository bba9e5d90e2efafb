// Migrates a file to the current schema. A file that is not ours, or of a later version, is not changed.
import { ParleyError } from "@parley/base";
import { Migrator } from "kysely";
import type { Connection } from "./connection.ts";
import { migrations } from "./migrations.ts";

type Steps = typeof migrations;

const TABLE = "migrations";

/** Throws before anything is changed. */
export function refuseForeign(connection: Connection, steps: Steps = migrations): void {
  const tables = connection.prepare<{ name: string }>("select name from sqlite_master where type = 'table'").all();
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === TABLE)) {
    throw refused(
      `${connection.path} is a database, but not one of Parley's`,
      "Give the server another path for its store",
    );
  }
  const done = connection.prepare<{ name: string }>(`select name from ${TABLE} order by name`).all();
  const unknown = done.find(({ name }) => !Object.hasOwn(steps, name));
  if (unknown === undefined) return;
  throw refused(
    `${connection.path} was written by a later version of Parley (${unknown.name})`,
    "Use that version, or give this one a store of its own",
  );
}

/** Whether every step was done. */
export function isCurrent(connection: Connection, steps: Steps = migrations): boolean {
  const [table] = connection.prepare(`select 1 from sqlite_master where type = 'table' and name = '${TABLE}'`).all();
  if (table === undefined) return false;
  const done = new Set(
    connection
      .prepare<{ name: string }>(`select name from ${TABLE}`)
      .all()
      .map(({ name }) => name),
  );
  return Object.keys(steps).every((name) => done.has(name));
}

/** Everything or nothing. */
export async function migrate(connection: Connection, steps: Steps = migrations): Promise<void> {
  const migrator = new Migrator({
    db: connection.sql,
    provider: { getMigrations: () => Promise.resolve({ ...steps }) },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

function refused(message: string, label: string): ParleyError {
  return new ParleyError({ code: "bad_config", message, remedy: { label } });
}
