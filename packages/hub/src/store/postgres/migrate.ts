// Creates and migrates our schema in a database. One of a later version is not changed.
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { MIGRATION_TABLE, refused, refuseLater, runMigrations, type Migrations } from "../run-migrations.ts";
import { migrations } from "./migrations.ts";
import { SCHEMA } from "./pool.ts";

/** Rejects with `bad_config`, or with an error of PostgreSQL. A schema that is current needs no right to create tables. */
export async function migrate(pool: pg.Pool, name: string, steps: Migrations = migrations): Promise<void> {
  const { rows: encodings } = await pool.query<{ server_encoding: string }>("show server_encoding");
  const [encoding] = encodings;
  if (encoding?.server_encoding !== "UTF8") {
    throw refused(`${name} does not store Unicode`, "Create the database with the encoding UTF8");
  }
  const done = await listDone(pool);
  refuseLater(name, done, steps);
  if (Object.keys(steps).every((step) => done.includes(step))) return;
  // Not if it exists: creating it takes a right that a user with a schema of its own may lack.
  if ((await find(pool, "select 1 from pg_namespace where nspname = $1", SCHEMA)) === undefined) {
    await pool.query(`create schema if not exists ${SCHEMA}`);
  }
  // Not destroyed: that would end the pool.
  await runMigrations(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }), steps, SCHEMA);
  // Another server, of a later version, may have been faster.
  refuseLater(name, await listDone(pool), steps);
}

async function listDone(pool: pg.Pool): Promise<readonly string[]> {
  const table = `${SCHEMA}.${MIGRATION_TABLE}`;
  const found = await find(pool, "select 1 where to_regclass($1) is not null", table);
  if (found === undefined) return [];
  const { rows } = await pool.query<{ name: string }>(`select name from ${table} order by name`);
  return rows.map(({ name }) => name);
}

async function find(pool: pg.Pool, words: string, value: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(words, [value]);
  return rows[0];
}
