import { createTempFolder } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { createSnapshots, type SnapshotsOptions } from "./create-snapshots.ts";
import type { SnapshotDiff } from "./diff.ts";
import { writeTree, type Tree } from "./testing/work-tree.ts";

async function diffOf(before: Tree, after: Tree, limits: SnapshotsOptions["limits"] = {}): Promise<SnapshotDiff> {
  await using temp = await createTempFolder();
  const folder = temp.file("work");
  writeTree(folder, { "unchanged/file": "1", ...before });
  const snapshots = await createSnapshots({ folder, store: temp.file("store"), limits });
  const first = await snapshots.take();
  writeTree(folder, after);
  const second = await snapshots.take();
  return await snapshots.diff(first.id, second.id);
}

const numbers = (count: number, change: (line: number) => string = String): string =>
  Array.from({ length: count }, (_, index) => `${change(index + 1)}\n`).join("");

describe("diff", () => {
  it("is empty when nothing changed", async () => {
    expect(await diffOf({ a: "1" }, { a: "1" })).toEqual({ files: [], skipped: [] });
  });

  it("shows lines as a unified diff does", async () => {
    const { files } = await diffOf(
      { a: numbers(20), gone: "one\ntwo" },
      { a: numbers(20, (line) => (line === 5 || line === 15 ? "changed" : `${line}`)), gone: null, new: "x\r\ny" },
    );
    const [a, gone, added] = files;
    expect(a).toMatchObject({ kind: "changed", path: "a", oldPath: undefined, content: "text" });
    expect(a?.hunks).toEqual([
      {
        oldStart: 2,
        oldLines: 7,
        newStart: 2,
        newLines: 7,
        lines: [" 2", " 3", " 4", "-5", "+changed", " 6", " 7", " 8"],
      },
      {
        oldStart: 12,
        oldLines: 7,
        newStart: 12,
        newLines: 7,
        lines: [" 12", " 13", " 14", "-15", "+changed", " 16", " 17", " 18"],
      },
    ]);
    expect(gone).toMatchObject({ kind: "deleted", before: { type: "file", bytes: 7 }, after: undefined });
    expect(gone?.hunks).toEqual([
      { oldStart: 1, oldLines: 2, newStart: 1, newLines: 0, lines: ["-one", "-two", "\\ No newline at end of file"] },
    ]);
    expect(added).toMatchObject({ kind: "added", path: "new", before: undefined });
    expect(added?.hunks[0]?.lines).toEqual(["+x\r", "+y", "\\ No newline at end of file"]);
  });

  it("finds files that were renamed, edited or not, and not those that have little in common", async () => {
    const { files } = await diffOf(
      { "a/moved": "same\n", "a/edited": numbers(30), other: numbers(10), empty: "", picture: Buffer.of(0, 1, 2, 3) },
      {
        "a/moved": null,
        "b/moved": "same\n",
        "a/edited": null,
        "a/renamed": numbers(30, (line) => (line === 3 ? "three" : `${line}`)),
        other: null,
        unlike: numbers(10, (line) => `-${line}`),
        empty: null,
        "also-empty": "",
        picture: null,
        "picture.png": Buffer.of(0, 1, 2, 3),
      },
    );
    expect(files.map(({ kind, oldPath, path, content }) => [kind, oldPath, path, content])).toEqual([
      ["renamed", "a/edited", "a/renamed", "text"],
      ["added", undefined, "also-empty", "text"],
      ["renamed", "a/moved", "b/moved", "same"],
      ["deleted", undefined, "empty", "text"],
      ["deleted", undefined, "other", "text"],
      ["renamed", "picture", "picture.png", "same"],
      ["added", undefined, "unlike", "text"],
    ]);
    expect(files[0]?.hunks).toHaveLength(1);
  });

  it("flags what is not shown by lines", async () => {
    const { files } = await diffOf(
      { binary: Buffer.of(0, 1), latin: Buffer.of(0xe9), large: "a".repeat(60), link: { link: "a" }, tool: "#!" },
      {
        binary: Buffer.of(0, 2),
        latin: Buffer.of(0xe8),
        large: "b".repeat(60),
        link: { link: "b" },
        tool: { run: "#!" },
      },
      { diffBytesMax: 50 },
    );
    expect(files.map(({ path, content, hunks }) => [path, content, hunks.length])).toEqual([
      ["binary", "binary", 0],
      ["large", "too_large", 0],
      ["latin", "binary", 0],
      ["link", "binary", 0],
      ["tool", "same", 0],
    ]);
    expect(files.at(-1)).toMatchObject({ before: { executable: false }, after: { executable: true } });
    expect(files.at(-2)).toMatchObject({ before: { type: "link" }, after: { type: "link" } });
  });

  it("shows a file that became a link, and a folder that became a file", async () => {
    const { files } = await diffOf({ a: "text", "b/c": "1\n" }, { a: { link: "b" }, "b/c": null, "b.txt": "2\n" });
    expect(files.map(({ kind, path, content }) => [kind, path, content])).toEqual([
      ["changed", "a", "binary"],
      ["added", "b.txt", "text"],
      ["deleted", "b/c", "text"],
    ]);
  });

  it("stops showing lines when there are too many, and shows those asked for", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { a: "1\n", b: "1\n", c: "1\n" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), limits: { diffTotalBytesMax: 8 } });
    const first = await snapshots.take();
    writeTree(folder, { a: "2\n", b: "2\n", c: "2\n" });
    const second = await snapshots.take();
    const { files } = await snapshots.diff(first.id, second.id);
    expect(files.map(({ content }) => content)).toEqual(["text", "text", "too_large"]);
    const some = await snapshots.diff(first.id, second.id, { paths: ["c"] });
    expect(some.files.map(({ path, content }) => [path, content])).toEqual([["c", "text"]]);
  });

  it("says that a file grew too large to be in the later snapshot", async () => {
    const { files, skipped } = await diffOf({ a: "1" }, { a: "1".repeat(100) }, { fileBytesMax: 50 });
    expect(files).toEqual([]);
    expect(skipped).toEqual([{ path: "a", reason: "too_large" }]);
  });

  it("knows no snapshot by any other name", async () => {
    await using temp = await createTempFolder();
    const snapshots = await createSnapshots({ folder: temp.path, store: temp.file("store") });
    const { id } = await snapshots.take();
    for (const other of ["", "../../etc", id.replace(/.$/, "x"), id.toUpperCase()]) {
      await expect(snapshots.diff(id, other)).rejects.toMatchObject({ code: "snapshot_not_found" });
    }
  });
});
