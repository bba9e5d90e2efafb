import { bundleProgram, createTempFolder } from "@parley/test-support";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFileSessionStore } from "../create-file-session-store.ts";
import { createSessionLister } from "../create-session-lister.ts";
import { startDriver } from "../testing/drive.ts";
import { eventsOf, promptOf, recordInto } from "../testing/record.ts";

const driver = (): Promise<string> => bundleProgram(new URL("../testing/store-driver.main.ts", import.meta.url));

describe("a session that another process has open", () => {
  it("is busy until that process closes it", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await using other = startDriver(await driver(), temp.path);
    await other.tell({ do: "create", id: "s1" });
    await other.tell({ do: "append", count: 3, chars: 10 });
    const busy = { code: "session_busy", message: expect.stringContaining(`pid ${other.pid}`) };
    await expect(store.open("s1")).rejects.toMatchObject(busy);
    await expect(store.delete("s1")).rejects.toMatchObject(busy);
    // Reading and listing need no claim, and see what the other process flushed.
    expect(await eventsOf(await store.read("s1"))).toHaveLength(3);
    expect(await store.list()).toMatchObject([{ id: "s1" }]);
    await other.tell({ do: "close" });
    const { log } = await store.open("s1");
    expect(log.lastSeq).toBe(3);
    expect(await other.tell({ do: "open", id: "s1" })).toMatchObject({
      error: { code: "session_busy", message: expect.stringContaining(`pid ${process.pid}`) },
    });
    expect(await other.tell({ do: "delete", id: "s1" })).toMatchObject({ error: { code: "session_busy" } });
    await log.close();
    expect((await other.tell({ do: "delete", id: "s1" })).error).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });

  it("is free as soon as that process is killed, with everything that was flushed", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const program = await driver();
    for (let round = 1; round <= 3; round += 1) {
      await using other = startDriver(program, temp.path);
      const opened = await other.tell({ do: round === 1 ? "create" : "open", id: "s1" });
      expect([opened.error, opened.lastSeq]).toEqual([undefined, (round - 1) * 51]);
      await other.tell({ do: "append", count: 50, chars: 1_000 });
      await other.kill();
      const { log } = await store.open("s1");
      expect(log.lastSeq).toBe((round - 1) * 51 + 50);
      recordInto(log).add(promptOf(`round ${round}`));
      await log.close();
    }
    const read = await store.read("s1");
    expect((await eventsOf(read)).map(({ seq }) => seq)).toEqual(Array.from({ length: 153 }, (_, index) => index + 1));
    expect(read.damage).toEqual([]);
    expect(readdirSync(temp.file("claims"))).toEqual([]);
  });

  it("is listed from its log after a kill, and the stale claim is removed", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await using other = startDriver(await driver(), temp.path);
    await other.tell({ do: "create", id: "s1" });
    await other.tell({ do: "append", count: 5, chars: 10 });
    await other.kill();
    expect(await store.list()).toMatchObject([{ id: "s1" }]);
    expect(readdirSync(temp.file("claims"))).toEqual([]);
    expect(readFileSync(temp.file("index.journal"), "utf8")).toContain('"lastSeq":5');
  });

  it("is given to one of many concurrent requests", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await (await store.create({ id: "s1", agent: { name: "x" }, cwd: "/" })).close();
    const program = await driver();
    await using one = startDriver(program, temp.path);
    await using two = startDriver(program, temp.path);
    await using three = startDriver(program, temp.path);
    const all = [one, two, three];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(all.map((other) => other.tell({ do: "open", id: "s1" })));
      const owners = answers.filter(({ error }) => error === undefined);
      expect(owners).toHaveLength(1);
      expect(answers.filter(({ error }) => error?.code === "session_busy")).toHaveLength(2);
      const owner = all[answers.findIndex(({ error }) => error === undefined)];
      await owner?.tell({ do: "append", count: 1, chars: 1 });
      await owner?.tell({ do: "close" });
    }
    const read = await store.read("s1");
    expect((await eventsOf(read)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(read.damage).toEqual([]);
  });
});

describe("an index", () => {
  it("loses no entry when several processes write and rewrite it concurrently", async () => {
    await using temp = await createTempFolder();
    const program = await driver();
    const drivers = Array.from({ length: 3 }, () => startDriver(program, temp.path));
    try {
      const ids = drivers.map((_, index) => Array.from({ length: 120 }, (__, number) => `d${index}-${number}`));
      const answers = await Promise.all(
        drivers.map((other, index) => other.tell({ do: "populate", ids: ids[index] ?? [] })),
      );
      expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
      // It must all be in the index itself: with the logs gone the entries are all there is.
      const text = readFileSync(temp.file("index.journal"), "utf8");
      for (const id of ids.flat()) expect(text).toContain(`"promptTitle":"${id}"`);
      const infos = await createFileSessionStore({ folder: temp.path }).list();
      expect(new Set(infos.map(({ id, title }) => `${id} ${title}`))).toEqual(
        new Set(ids.flat().map((id) => `${id} ${id}`)),
      );
    } finally {
      for (const other of drivers) await other[Symbol.asyncDispose]();
    }
  }, 120_000);
});

describe("a lister", () => {
  it("sees sessions that another process started, ended and deleted", async () => {
    await using temp = await createTempFolder();
    const log = await createFileSessionStore({ folder: temp.path }).create({
      id: "s-1",
      agent: { name: "x" },
      cwd: "/code",
    });
    recordInto(log).add(promptOf("Title of s-1 — é"));
    await log.close();
    const list = createSessionLister({ folder: temp.path });
    await using other = startDriver(await driver(), temp.path);
    expect((await list()).sessions).toHaveLength(1);
    await other.tell({ do: "populate", ids: ["s-2", "s-3"] });
    const listing = await list();
    expect(new Set((await listing.describe(0)).map(({ title }) => title))).toEqual(
      new Set(["Title of s-1 — é", "s-2", "s-3"]),
    );
    rmSync(temp.file("s-2.ndjson"));
    expect((await list()).sessions.map(({ id }) => id)).not.toContain("s-2");
  }, 60_000);
});
