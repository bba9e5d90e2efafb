import { POSTGRES, startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { describeStore } from "../testing/describe-store.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

describe.skipIf(POSTGRES === undefined)("with a real server,", () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  describeStore("in PostgreSQL", async () => openPostgresStore({ url: await server.createDatabase() }));
});
