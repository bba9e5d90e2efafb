import { createTempFolder, type TempFolder } from "@parley/test-support";
import { readdirSync, rmSync, symlinkSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSnapshots } from "./create-snapshots.ts";
import type { Snapshots } from "./snapshots.ts";
import type { RestoreOptions } from "./restore.ts";
import { readTree, writeTree, type Tree } from "./testing/work-tree.ts";

interface Scene extends AsyncDisposable {
  readonly temp: TempFolder;
  readonly folder: string;
  readonly snapshots: Snapshots;
  readonly before: string;
  readonly after: string;
}

/** A folder that changed from the one to the other, with a snapshot of each. */
async function setScene(before: Tree, after: Tree): Promise<Scene> {
  const temp = await createTempFolder();
  const folder = temp.file("work");
  writeTree(folder, { "other/file": "1", ...before });
  const snapshots = await createSnapshots({ folder, store: temp.file("store") });
  const first = await snapshots.take();
  writeTree(folder, after);
  const second = await snapshots.take();
  return {
    temp,
    folder,
    snapshots,
    before: first.id,
    after: second.id,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

const numbers = (...changed: readonly number[]): string =>
  Array.from({ length: 40 }, (_, line) => `${changed.includes(line) ? `changed ${line}` : line}\n`).join("");

describe("restore", () => {
  const before: Tree = {
    changed: "1\r\n",
    deleted: "bye",
    "folder/one": "1",
    "folder/two": "2",
    moved: numbers(),
    binary: Buffer.of(0, 200),
    tool: { run: "#!" },
    link: { link: "changed" },
    "new\nline": "1",
    empty: "",
    "was-folder/a": "1",
    "was-file": "1",
  };
  const after: Tree = {
    changed: "2\n",
    deleted: null,
    "folder/one": null,
    "folder/two": null,
    moved: null,
    "to/here": numbers(7),
    binary: Buffer.of(0, 201),
    tool: "#!",
    link: "no link",
    "new\nline": "2",
    empty: "full",
    "added/deep/file": "1",
    "was-folder/a": null,
    "was-file": null,
    "was-file/a": "1",
  };

  it("brings everything back, and can itself be undone", async () => {
    await using scene = await setScene(before, after);
    rmSync(scene.temp.file("work", "was-folder"), { recursive: true });
    writeTree(scene.folder, { "was-folder": "a file now" });
    const later = await scene.snapshots.take();
    const changed = readTree(scene.folder);
    const { restored, left, undo } = await scene.snapshots.restore(scene.before);
    expect(left).toEqual([]);
    expect(restored).toContain("to/here");
    expect(readTree(scene.folder)).toEqual({ "other/file": "1", ...before, binary: "\0\u00C8" });
    expect(readdirSync(scene.folder)).not.toContain("added");
    await scene.snapshots.restore(undo, { from: scene.before });
    expect(readTree(scene.folder)).toEqual(changed);
    expect((await scene.snapshots.diff(later.id, (await scene.snapshots.take()).id)).files).toEqual([]);
  });

  it("restores the given files, by either name", async () => {
    await using scene = await setScene(before, after);
    const { restored, left } = await scene.snapshots.restore(scene.before, {
      paths: ["moved", "changed", "other/file"],
    });
    expect(restored.toSorted()).toEqual(["changed", "to/here"]);
    expect(left).toEqual([{ path: "other/file", reason: "not_in_diff" }]);
    const now = readTree(scene.folder);
    expect(now).toMatchObject({ changed: "1\r\n", moved: numbers(), binary: "\0\u00C9", "added/deep/file": "1" });
    expect(now).not.toHaveProperty("to/here");
  });

  it("undoes the given hunks, one call after the other", async () => {
    await using scene = await setScene({ a: numbers() }, { a: numbers(3, 20, 35) });
    await scene.snapshots.restore(scene.before, { from: scene.after, hunks: { a: [1] } });
    expect(readTree(scene.folder)["a"]).toBe(numbers(3, 35));
    await scene.snapshots.restore(scene.before, { from: scene.after, hunks: { a: [0] } });
    expect(readTree(scene.folder)["a"]).toBe(numbers(35));
    const again = await scene.snapshots.restore(scene.before, { from: scene.after, hunks: { a: [0] } });
    expect(again).toMatchObject({ restored: [], left: [{ path: "a", reason: "changed_since" }] });
    const none = await scene.snapshots.restore(scene.before, { from: scene.after, hunks: { a: [3], b: [0] } });
    expect(none.left.map(({ path, reason }) => [path, reason])).toEqual([
      ["a", "not_in_diff"],
      ["b", "not_in_diff"],
    ]);
  });

  it("skips files changed since then, and reports them, unless it is forced", async () => {
    await using scene = await setScene(
      { a: numbers(), deleted: "old", moved: numbers(1, 2) },
      { a: numbers(5), added: "1", deleted: null, moved: null, here: numbers(1) },
    );
    const mine = { a: numbers(5, 30), added: "mine", deleted: "mine", moved: "mine" };
    writeTree(scene.folder, mine);
    const { restored, left } = await scene.snapshots.restore(scene.before, { from: scene.after });
    expect(restored).toEqual([]);
    expect(left.map(({ path, reason }) => `${reason} ${path}`).toSorted()).toEqual(
      ["a", "added", "deleted", "here"].map((path) => `changed_since ${path}`),
    );
    expect(readTree(scene.folder)).toEqual({ "other/file": "1", here: numbers(1), ...mine });
    const { undo } = await scene.snapshots.restore(scene.before, { from: scene.after, overwrite: true });
    expect(readTree(scene.folder)).toEqual({ "other/file": "1", a: numbers(), deleted: "old", moved: numbers(1, 2) });
    await scene.snapshots.restore(undo, { from: scene.before });
    expect(readTree(scene.folder)).toMatchObject(mine);
  });

  it("undoes lines of a file that was changed in other places", async () => {
    await using scene = await setScene({ a: numbers() }, { a: numbers(5, 30) });
    writeTree(scene.folder, { a: `mine\n${numbers(5, 30)}` });
    await scene.snapshots.restore(scene.before, { from: scene.after, hunks: { a: [1] } });
    expect(readTree(scene.folder)["a"]).toBe(`mine\n${numbers(5)}`);
  });

  it("does not touch what is not in the diff, though it is new", async () => {
    await using scene = await setScene({ a: "1" }, { a: "2", "added/agent": "1" });
    writeTree(scene.folder, { "added/mine": "1", mine: "1" });
    await scene.snapshots.restore(scene.before, { from: scene.after });
    expect(readTree(scene.folder)).toEqual({ "other/file": "1", a: "1", "added/mine": "1", mine: "1" });
  });

  it.skipIf(process.platform === "win32")("does not follow a link that was put in the way", async () => {
    await using scene = await setScene(
      { "d/changed": "1", "d/deleted": "1" },
      { "d/changed": "2", "d/deleted": null, "d/added": "2" },
    );
    writeTree(scene.temp.file("outside"), { changed: "2", added: "2" });
    rmSync(scene.temp.file("work", "d"), { recursive: true });
    symlinkSync(scene.temp.file("outside"), scene.temp.file("work", "d"));
    const { left } = await scene.snapshots.restore(scene.before, { from: scene.after, overwrite: true });
    expect(left.map(({ path, reason }) => [path, reason])).toEqual([
      ["d/changed", "failed"],
      ["d/deleted", "failed"],
    ]);
    expect(readTree(scene.temp.file("outside"))).toEqual({ changed: "2", added: "2" });
  });

  it("has nothing to restore from without a snapshot", async () => {
    await using temp = await createTempFolder();
    const snapshots = await createSnapshots({ folder: temp.path, store: temp.file("store") });
    const restoring = snapshots.restore("01a1ddc8-a0cc-71c9-b382-b90decb7a55d");
    await expect(restoring).rejects.toMatchObject({ code: "snapshot_not_found" });
  });
});

describe("any change", () => {
  const line = fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "ddd\n");
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("", "end"))
    .map(([lines, end]) => lines.join("") + end);
  const file = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: fc.record({ run: text }) },
    fc.constant(null),
  );
  const tree = fc.dictionary(fc.constantFrom("a", "a/b", "c", "c/d/e", "c/d", "f"), file, { noNullPrototype: true });

  it("is taken back by restoring all, and by all of its hunks; none of its hunks takes back nothing", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    await fc.assert(
      fc.asyncProperty(tree, tree, async (one, other) => {
        rmSync(folder, { recursive: true, force: true });
        writeTree(folder, { kept: "1", ...one });
        const snapshots = await createSnapshots({ folder, store: temp.file("store"), limits: { snapshotsMax: 8 } });
        const [before, start] = [await snapshots.take(), readTree(folder)];
        writeTree(folder, other);
        const [after, end] = [await snapshots.take(), readTree(folder)];
        const { files } = await snapshots.diff(before.id, after.id);
        const choose = (pick: (count: number) => number[]): RestoreOptions => ({
          from: after.id,
          hunks: Object.fromEntries(files.map(({ path, hunks }) => [path, pick(hunks.length)])),
        });
        const withoutLines = files.filter(({ hunks }) => hunks.length === 0).map(({ path }) => path);

        await snapshots.restore(
          before.id,
          choose(() => []),
        );
        expect(readTree(folder)).toEqual(end);
        const all = choose((count) => Array.from({ length: count }, (_, number) => number));
        await snapshots.restore(before.id, { ...all, paths: withoutLines });
        expect(readTree(folder)).toEqual(start);
        await snapshots.restore(after.id, { from: before.id });
        expect(readTree(folder)).toEqual(end);
        await snapshots.restore(before.id, { from: after.id });
        expect(readTree(folder)).toEqual(start);
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});
