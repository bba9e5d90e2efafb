import { createTempFolder } from "@parley/test-support";
import Libsql from "libsql";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { toSession } from "../testing/rows.ts";
import { openSqliteReader, openSqliteStore } from "./open-sqlite-store.ts";

it("reads a store while another one writes to it", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("parley.db");
  await using store = await openSqliteStore({ path });
  await using reader = await openSqliteReader(path);
  await store.insertSession(toSession({ id: "first" }));
  expect(await reader?.getSession("first")).toMatchObject({ id: "first" });
  await store.insertSession(toSession({ id: "second" }));
  expect((await reader?.listSessions({ limit: 10 }))?.rows.map(({ id }) => id).toSorted()).toEqual(["first", "second"]);
});

it("leaves alone what is not there, and what has to be migrated first", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("parley.db");
  expect(await openSqliteReader(path)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  create(path, "migrations");
  expect(await openSqliteReader(path)).toBeUndefined();
});

it("refuses a database of another program", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("parley.db");
  create(path, "theirs");
  await expect(openSqliteReader(path)).rejects.toMatchObject({ code: "bad_config" });
});

function create(path: string, table: string): void {
  const database = new Libsql(path);
  database.exec(`create table ${table} (name text)`);
  database.close();
}
