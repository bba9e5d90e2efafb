import { createTempFolder } from "@parley/test-support";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFileSessionStore } from "./create-file-session-store.ts";
import { createSessionLister } from "./create-session-lister.ts";
import type { SessionStore } from "./session-store.ts";
import { promptOf, recordInto, STOP } from "./testing/record.ts";

async function add(store: SessionStore, id: string, atMs: number, cwd = "/code"): Promise<void> {
  const log = await store.create({ id, agent: { name: "x" }, cwd });
  recordInto(log, { now: () => Date.now() + atMs }).add(promptOf(`Title of ${id} — é`), STOP);
  await log.close();
}

describe("a lister", () => {
  it("returns what the store returns, in pages", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    for (let count = 0; count < 7; count += 1) await add(store, `s-${count}`, ((count * 5) % 7) * 1_000);
    const { sessions, describe: toInfos } = await createSessionLister({ folder: temp.path })();
    const all = await store.list();
    expect(sessions.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect([...(await toInfos(0, 3)), ...(await toInfos(3, 6)), ...(await toInfos(6, 9))]).toEqual(all);
    expect(await toInfos(7)).toEqual([]);
  });

  it("filters by folder", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await add(store, "s-1", 1_000, "/code/");
    await add(store, "s-2", 2_000, "/elsewhere");
    await add(store, "s-3", 3_000);
    const list = createSessionLister({ folder: temp.path });
    expect((await list({ cwd: "/code" })).sessions.map(({ id }) => id)).toEqual(["s-3", "s-1"]);
    expect((await list({ agent: "y" })).sessions).toEqual([]);
  });

  it("returns nothing if there are no sessions", async () => {
    await using temp = await createTempFolder();
    expect((await createSessionLister({ folder: temp.file("none") })()).sessions).toEqual([]);
  });

  it.each<[string, (path: string) => void]>([
    ["lost", (path) => rmSync(path)],
    ["with a damaged line", (path) => writeFileSync(path, readFileSync(path, "utf8").replaceAll('"cwd"', '"cw'))],
  ])("repairs an index that is %s", async (_how, damage) => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    for (const [place, id] of ["s-1", "s-2", "s-3"].entries()) await add(store, id, place * 1_000);
    const before = await store.list();
    damage(temp.file("index.journal"));
    const listing = await createSessionLister({ folder: temp.path })();
    expect(await listing.describe(0)).toEqual(before);
    expect(readFileSync(temp.file("index.journal"), "utf8")).toContain('"cwd":"/code"');
  });
});
