import { createTempFolder } from "@parley/test-support";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toSession } from "../testing/rows.ts";
import { openSqliteReader, openSqliteStore } from "./open-sqlite-store.ts";
import { DRIVERS, execute } from "./testing/drivers.ts";

describe.each(DRIVERS)("by %s, a reader", (driver) => {
  it("reads a store while another one writes to it", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("parley.db");
    await using store = await openSqliteStore({ path, driver });
    await using reader = await openSqliteReader(path, driver);
    await store.insertSession(toSession({ id: "first" }));
    expect(await reader?.getSession("first")).toMatchObject({ id: "first" });
    await store.insertSession(toSession({ id: "second" }));
    expect((await reader?.listSessions({ limit: 10 }))?.rows.map(({ id }) => id).toSorted()).toEqual([
      "first",
      "second",
    ]);
  });

  it("leaves alone what is not there, and what has to be migrated first", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("parley.db");
    expect(await openSqliteReader(path, driver)).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    await execute(driver, path, "create table migrations (name text)");
    expect(await openSqliteReader(path, driver)).toBeUndefined();
  });

  it("refuses a database of another program", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("parley.db");
    await execute(driver, path, "create table theirs (name text)");
    await expect(openSqliteReader(path, driver)).rejects.toMatchObject({ code: "bad_config" });
  });
});
