import { POSTGRES, startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { describeStore } from "../testing/describe-store.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const TO_EMPTY = `select string_agg(format('delete from parley.%I', tablename), '; ') as words from pg_tables
  where schemaname = 'parley' and tablename not like 'migrations%'`;

describe.skipIf(POSTGRES === undefined)("with a real server,", () => {
  let server: PostgresServer;
  let client: pg.Client;
  let url: string;
  let empty: string;

  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    await (await openPostgresStore({ url }))[Symbol.asyncDispose]();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    empty = (await client.query<{ words: string }>(TO_EMPTY)).rows[0]?.words ?? "";
  });
  afterAll(async () => {
    await client.end();
    await server[Symbol.asyncDispose]();
  });

  // Emptied for each test, which is faster than a new database: one test at a time has a store.
  describeStore("in PostgreSQL", async () => {
    await client.query(empty);
    return openPostgresStore({ url });
  });
});
