import { createTempFolder } from "@parley/test-support";
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSnapshots } from "./create-snapshots.ts";
import { readStore } from "./testing/read-store.ts";
import { readTree, writeTree } from "./testing/work-tree.ts";

describe("a store", () => {
  it("keeps the same bytes once, and nothing when nothing changed", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.file("work"), { a: "x".repeat(10_000), b: "x".repeat(10_000), c: "y" });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    await snapshots.take();
    await snapshots.take();
    expect(readStore(temp).packs.map((path) => statSync(path).size)).toEqual([10_001]);
    expect(statSync(temp.file("store")).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === "win32")("is readable by its owner only", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.file("work"), { a: "secret" });
    await (await createSnapshots({ folder: temp.file("work"), store: temp.file("store") })).take();
    const [own = ""] = readdirSync(temp.file("store"));
    expect(statSync(temp.file("store", own)).mode & 0o077).toBe(0);
    const { snapshots, packs } = readStore(temp);
    for (const path of [...snapshots, ...packs]) expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("is found again by another process, and has room for many folders", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "one/a": "1", "two/a": "1" });
    const store = temp.file("store");
    const first = await (await createSnapshots({ folder: temp.file("one"), store })).take();
    const again = await createSnapshots({ folder: temp.file("one"), store });
    writeTree(temp.path, { "one/a": "2", "one/b": "2" });
    // There is no later snapshot that has these, so they are somebody's own.
    expect(await again.restore(first.id)).toMatchObject({ restored: [], left: [{ path: "a" }, { path: "b" }] });
    writeTree(temp.path, { "one/c": "3" });
    await again.restore(first.id, { overwrite: true });
    expect(readTree(temp.file("one"))).toEqual({ a: "1" });
    const other = await createSnapshots({ folder: temp.file("two"), store });
    expect(await other.list()).toEqual([]);
    expect((await again.list()).map(({ id }) => id)[0]).toBe(first.id);
  });

  it("lets the oldest snapshots go, with their bytes", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { same: "same", a: "0" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), limits: { snapshotsMax: 3 } });
    const ids: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      writeTree(folder, { a: `${round}`.repeat(100) });
      ids.push((await snapshots.take()).id);
    }
    expect((await snapshots.list()).map(({ id }) => id)).toEqual(ids.slice(-3));
    // Three for the snapshots, and the first, which still has the file that never changed.
    expect(readStore(temp).packs).toHaveLength(4);
    await expect(snapshots.diff(ids[0] ?? "", ids[7] ?? "")).rejects.toMatchObject({ code: "snapshot_not_found" });
    expect((await snapshots.diff(ids[5] ?? "", ids[7] ?? "")).files).toHaveLength(1);
  });

  it("stays within its bytes, however much changes", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { kept: randomBytes(20_000) });
    const storeBytesMax = 300_000;
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), limits: { storeBytesMax } });
    for (let round = 0; round < 40; round += 1) {
      writeTree(folder, { a: randomBytes(30_000), [`only/${round}`]: randomBytes(300) });
      await snapshots.take();
      expect(readStore(temp).bytes).toBeLessThanOrEqual(storeBytesMax);
    }
    const all = await snapshots.list();
    expect(all.length).toBeGreaterThan(1);
    // The oldest that is left has all of its bytes.
    const { restored, left } = await snapshots.restore(all[0]?.id ?? "", { overwrite: true });
    expect(restored).toContain("a");
    expect(left).toEqual([]);
  });

  it("does not scatter a folder over ever more packs", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { large: randomBytes(50_000) });
    const limits = { packsMax: 5, snapshotsMax: 3 };
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), limits });
    for (let round = 0; round < 30; round += 1) {
      writeTree(folder, { [`new/${round}`]: `${round}` });
      await snapshots.take();
    }
    const { packs } = readStore(temp);
    expect(packs.length).toBeLessThanOrEqual(limits.packsMax + limits.snapshotsMax);
    // The largest was left where it was.
    expect(packs.filter((path) => statSync(path).size >= 50_000)).toHaveLength(1);
    const [first] = await snapshots.list();
    rmSync(folder, { recursive: true });
    writeTree(folder, { mine: "1" });
    await snapshots.restore(first?.id ?? "", { overwrite: true });
    expect(Object.keys(readTree(folder))).toHaveLength(29);
  });

  it("takes calls one after the other, and bears two users at once", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, `${index}`])));
    const options = { folder, store: temp.file("store") };
    const [one, two] = [await createSnapshots(options), await createSnapshots(options)];
    const taken = await Promise.all([one.take(), one.take(), two.take(), two.take(), one.take()]);
    expect(taken.map(({ files }) => files)).toEqual([200, 200, 200, 200, 200]);
    for (const { id } of taken) expect((await one.diff(taken[0]?.id ?? "", id)).files).toEqual([]);
  });

  it("goes on after one call failed", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.file("work"), { a: "1" });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    const failing = snapshots.take({ signal: AbortSignal.abort() });
    const working = snapshots.take();
    await expect(failing).rejects.toMatchObject({ name: "AbortError" });
    expect(await working).toMatchObject({ files: 1 });
  });

  it("reports damaged parts, and works without them", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { a: "1" });
    const options = { folder, store: temp.file("store") };
    const first = await (await createSnapshots(options)).take();
    writeTree(folder, { a: "2" });
    const second = await (await createSnapshots(options)).take();
    const fileOf = (id: string): string => readStore(temp).snapshots.find((path) => path.includes(id)) ?? "";
    truncateSync(fileOf(second.id), 40);
    // As another process would: this one remembers what it wrote.
    const snapshots = await createSnapshots({ ...options, limits: { leftoverAgeMs: 60_000 } });
    await expect(snapshots.diff(first.id, second.id)).rejects.toMatchObject({ code: "snapshot_damaged" });
    expect((await snapshots.list()).map(({ id }) => id)).toEqual([first.id]);
    const third = await snapshots.take();
    expect((await snapshots.diff(first.id, third.id)).files).toHaveLength(1);
    for (const path of readStore(temp).packs) writeFileSync(path, "x");
    await expect(snapshots.diff(first.id, third.id)).rejects.toMatchObject({ code: "snapshot_damaged" });
    writeTree(folder, { a: "3" });
    const { left } = await snapshots.restore(first.id, { from: third.id, overwrite: true });
    expect(left).toMatchObject([{ path: "a", reason: "failed", error: { code: "snapshot_damaged" } }]);
    expect(readTree(folder)).toEqual({ a: "3" });
  });

  it("refuses a folder that is none, and a store that cannot be", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { file: "1" });
    const create = (folder: string, store: string): Promise<unknown> => createSnapshots({ folder, store });
    await expect(create(temp.file("missing"), temp.file("s"))).rejects.toMatchObject({ code: "file_not_found" });
    await expect(create(temp.file("file"), temp.file("s"))).rejects.toMatchObject({ code: "file_path_invalid" });
    await expect(create(temp.path, temp.path)).rejects.toMatchObject({ code: "usage" });
    await expect(create("relative", temp.file("s"))).rejects.toMatchObject({ code: "file_path_invalid" });
    await expect(create(temp.path, temp.file("file", "s"))).rejects.toMatchObject({ code: "file_path_invalid" });
  });
});
