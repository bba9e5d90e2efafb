// What a store in PostgreSQL does when the database is not as it should be.
import { createTempFolder } from "@parley/test-support";
import { POSTGRES, startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { append, readAll, toBatch, toLines, toSession } from "../testing/rows.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgresStore } from "./open-postgres-store.ts";
import { openPool } from "./pool.ts";

const isRoot = process.getuid?.() === 0;

describe.skipIf(POSTGRES === undefined)("a store in PostgreSQL", { timeout: 120_000 }, () => {
  let server: PostgresServer;
  let databases = 0;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** The name of a database that has our tables. */
  async function filled(): Promise<string> {
    const name = `filled_${(databases += 1)}`;
    await server.query(`create database ${name}`);
    await (await openPostgresStore({ url: server.urlOf(name) }))[Symbol.asyncDispose]();
    return name;
  }

  it("of a later version is refused and left as it is", async () => {
    const name = await filled();
    await server.query("insert into parley.migrations values ('9999-later', '2030-01-01')", name);
    await expect(openPostgresStore({ url: server.urlOf(name) })).rejects.toMatchObject({
      code: "bad_config",
      message: expect.stringContaining("later version of Parley (9999-later)"),
    });
    const stored = await server.query("select count(*) from parley.migrations", name);
    expect(stored).toBe(String(Object.keys(migrations).length + 1));
  });

  it("is migrated as a whole or not at all, and once by servers that start together", async () => {
    const name = `migrated_${(databases += 1)}`;
    await server.query(`create database ${name}`);
    const pools = [1, 2, 3].map(() => openPool(server.urlOf(name)));
    const [pool] = pools;
    if (pool === undefined) throw new Error("No pool");
    const broken = async (db: Kysely<unknown>): Promise<void> => {
      await sql.raw("create table half (a text)").execute(db);
      // The connection is cut in the middle of the migration.
      await sql.raw("select pg_terminate_backend(pg_backend_pid())").execute(db);
    };
    await expect(migrate(pool, name, { ...migrations, "9001-half": { up: broken } })).rejects.toThrow(/connection/i);
    expect(await server.query("select count(*) from pg_tables where tablename in ('half', 'sessions')", name)).toBe(
      "0",
    );
    await Promise.all(pools.map((one) => migrate(one, name)));
    const stored = await server.query("select count(*) from parley.migrations", name);
    expect(stored).toBe(String(Object.keys(migrations).length));
    await Promise.all(pools.map((one) => one.end()));
  });

  it("without rights says so, and needs none to create tables that exist", async () => {
    const name = await filled();
    await server.query("create role poor login", name);
    const url = server.urlOf(name).replace("parley:", "poor:");
    await expect(openPostgresStore({ url })).rejects.toMatchObject({
      code: "bad_config",
      message: expect.stringContaining("lacks the rights"),
    });
    await server.query("grant usage on schema parley to poor", name);
    await server.query("grant select, insert, update, delete on all tables in schema parley to poor", name);
    await server.query("grant usage on all sequences in schema parley to poor", name);
    await using store = await openPostgresStore({ url });
    await store.insertSession(toSession());
    await append(store, toBatch("s1", 1, 2));
  });

  it("that is read-only, or too slow, says so", async () => {
    const name = await filled();
    await using store = await openPostgresStore({ url: server.urlOf(name) });
    await store.insertSession(toSession());
    await server.query(`alter database ${name} set default_transaction_read_only = on`);
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect
      .poll(() => append(store, toBatch("s1", 1, 1)).catch((error: unknown) => error))
      .toMatchObject({
        code: "store_failed",
        message: expect.stringContaining("read-only"),
      });
    await server.query(`alter database ${name} set default_transaction_read_only = off`);
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect
      .poll(() =>
        append(store, toBatch("s1", 1, 1)).then(
          () => "stored",
          () => "refused",
        ),
      )
      .toBe("stored");
    const locker = server.query("begin; lock table parley.sessions; select pg_sleep(12); commit", name);
    await expect
      .poll(() => server.query("select count(*) from pg_locks where mode = 'AccessExclusiveLock'"))
      .not.toBe("0");
    await expect(append(store, toBatch("s1", 2, 1))).rejects.toMatchObject({
      code: "store_failed",
      message: expect.stringContaining("took too long"),
    });
    await locker;
    await append(store, toBatch("s1", 2, 1));
    expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, 2));
  });

  it.skipIf(!isRoot || process.platform !== "linux")("on a full disk says so, and keeps its data", async () => {
    const name = await filled();
    await using folder = await createTempFolder();
    chmodSync(folder.path, 0o755);
    const small = folder.file("small");
    mkdirSync(small);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", small]);
    } catch {
      return; // A container may not be allowed to.
    }
    try {
      chownSync(small, 65_534, 65_534);
      await server.query(`create tablespace small_${databases} location '${small}'`);
      await server.query(`alter table parley.events set tablespace small_${databases}`, name);
      await using store = await openPostgresStore({ url: server.urlOf(name) });
      await store.insertSession(toSession());
      let last = 0;
      const fill = async (): Promise<void> => {
        for (;;) {
          const lines = toLines("s1", last + 1, 50).map((line) => `${line.slice(0, -1)},"x":"${randomText()}"}`);
          await append(store, { sessionId: "s1", firstSeq: last + 1, lines });
          last += lines.length;
        }
      };
      await expect(fill()).rejects.toMatchObject({ code: "disk_full", remedy: { label: expect.any(String) } });
      expect((await store.getSession("s1"))?.lastSeq).toBe(last);
      expect(await readAll(store, "s1")).toHaveLength(last);
    } finally {
      await server.query(`drop database ${name} with (force)`);
      await server.query(`drop tablespace small_${databases}`);
      execFileSync("umount", [small]);
    }
  });

  it("loses nothing that it acknowledged when the database is killed, and works again when it is back", async () => {
    await using own = await startPostgres({ isDurable: true });
    // A database takes a while to start on a busy machine; the session must not be given up meanwhile.
    await using store = await openPostgresStore({ url: await own.createDatabase(), leaseMs: 600_000 });
    await store.insertSession(toSession());
    let acknowledged = 0;
    const stopping = new AbortController();
    const writing = (async () => {
      while (!stopping.signal.aborted) {
        // Also if the commit was stored, and only its answer was lost.
        await append(store, toBatch("s1", acknowledged + 1, 3)).then(
          () => (acknowledged += 3),
          (error: unknown) => expect(error).toMatchObject({ code: "store_failed" }),
        );
      }
    })();
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged;
      await expect.poll(() => acknowledged).toBeGreaterThan(before + 30);
      await own.stop("immediate");
      await own.start();
    }
    const before = acknowledged;
    await expect.poll(() => acknowledged).toBeGreaterThan(before);
    stopping.abort();
    await writing;
    expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, acknowledged));
  });
});

function randomText(): string {
  return Array.from({ length: 60 }, () => Math.random().toString(36)).join("");
}
