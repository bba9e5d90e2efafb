// Snapshots of a watched folder are those that a walk would take.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { deepEqual } from "node:assert/strict";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { heldFolders } from "../../files/held-folder.ts";
import { createSnapshots } from "../create-snapshots.ts";
import type { SnapshotDiff } from "../diff.ts";
import { VERIFY_MS } from "../../limits.ts";
import type { Snapshots } from "../snapshots.ts";
import { writeTree, type Tree } from "../testing/work-tree.ts";

/** What the system grants. */
const limits = vi.hoisted(() => ({ directories: 8_192 }));
vi.mock(import("./watchable.ts"), async (load) => ({
  ...(await load()),
  watchedDirectoriesMax: () => limits.directories,
}));

const isLinux = process.platform === "linux";

/** A folder with snapshots of both kinds, compared after each step. */
class Ground {
  readonly folder: string;
  readonly watched: Snapshots;
  readonly #walked: Snapshots;
  #ids: readonly [string, string] = ["", ""];

  private constructor(folder: string, watched: Snapshots, walked: Snapshots) {
    this.folder = folder;
    this.watched = watched;
    this.#walked = walked;
  }

  static async open(temp: TempFolder, tree: Tree): Promise<Ground> {
    const folder = temp.file("work");
    mkdirSync(folder);
    writeTree(folder, tree);
    const watched = await createSnapshots({ folder, store: temp.file("watched") });
    // Only folders that are held in the usual way are watched.
    const walked = await createSnapshots({ folder, store: temp.file("walked"), folders: { ...heldFolders } });
    const ground = new Ground(folder, watched, walked);
    ground.#ids = [(await watched.take()).id, (await walked.take()).id];
    return ground;
  }

  at(path: string): string {
    return join(this.folder, path);
  }

  /** What changed since the last call: the same for both. */
  async changes(): Promise<readonly string[]> {
    const [watched, walked] = [await this.watched.take(), await this.#walked.take()];
    const found = summarize(await this.watched.diff(this.#ids[0], watched.id));
    deepEqual(found, summarize(await this.#walked.diff(this.#ids[1], walked.id)));
    deepEqual(toCounts(watched), toCounts(walked));
    this.#ids = [watched.id, walked.id];
    return found;
  }
}

function summarize({ files, skipped }: SnapshotDiff): readonly string[] {
  const lines = files.map(
    ({ kind, path, oldPath }) => `${kind} ${oldPath === undefined ? "" : `${oldPath} → `}${path}`,
  );
  return [...lines, ...skipped.map(({ path, reason }) => `skipped ${path}: ${reason}`)].toSorted();
}

function toCounts({ files, bytes, skipped }: Awaited<ReturnType<Snapshots["take"]>>): unknown {
  return { files, bytes, skipped: skipped.map(({ path }) => path).toSorted() };
}

afterEach(() => {
  vi.restoreAllMocks();
  limits.directories = 8_192;
});

describe.skipIf(!isLinux)("a watched folder", { timeout: 60_000 }, () => {
  it("is not walked again, and keeps its snapshot while it is as it was", async () => {
    await using temp = await createTempFolder();
    const { watched } = await Ground.open(temp, { "a/b/c": "1", "a/d": "2", e: "3" });
    const opening = vi.spyOn(heldFolders, "openIn");
    const [first, second] = [await watched.take(), await watched.take()];
    expect(second.id).toBe(first.id);
    expect(opening).not.toHaveBeenCalled();
    expect(await watched.list()).toHaveLength(1);
  });

  it("looks only at changed files", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { "a/b/c": "1", "a/d": "2", "x/y/z": "3" });
    const opening = vi.spyOn(heldFolders, "openIn");
    writeFileSync(ground.at("a/d"), "changed");
    await ground.watched.take();
    // Only through the one that is asked, to the one folder.
    expect(opening.mock.calls.map(([, name]) => name)).toEqual(["a"]);
  });

  it("sees everything that a walk sees", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { "a/b/c": "1", "a/d": "2", "x/y/z": "3", e: { run: "4" } });
    const outside = temp.file("outside");
    const steps: readonly (readonly [() => void, readonly string[]])[] = [
      [() => writeFileSync(ground.at("a/d"), "5"), ["changed a/d"]],
      [() => writeFileSync(ground.at("a/d"), "6"), ["changed a/d"]],
      [() => writeFileSync(ground.at("new"), "7"), ["added new"]],
      [() => writeTree(ground.folder, { "deep/er/est": "8" }), ["added deep/er/est"]],
      [() => writeFileSync(ground.at("deep/er/est"), "9"), ["changed deep/er/est"]],
      [() => renameSync(ground.at("deep"), ground.at("moved")), ["renamed deep/er/est → moved/er/est"]],
      [() => writeFileSync(ground.at("moved/er/est"), "10"), ["changed moved/er/est"]],
      [() => rmSync(ground.at("moved"), { recursive: true }), ["deleted moved/er/est"]],
      [() => chmodSync(ground.at("e"), 0o644), ["changed e"]],
      [() => symlinkSync("a", ground.at("link")), ["added link"]],
      [() => writeTree(ground.folder, { link: "11" }), ["changed link"]],
      // Its other name is seen with the change, and not trusted from then on.
      [() => (linkSync(ground.at("new"), outside), appendFileSync(ground.at("new"), "8")), ["changed new"]],
      [() => appendFileSync(outside, "by its other name"), ["changed new"]],
      [() => linkSync(ground.at("a/d"), ground.at("a/twin")), ["added a/twin"]],
      [() => appendFileSync(ground.at("a/twin"), "for both"), ["changed a/d", "changed a/twin"]],
      [() => (linkSync(ground.at("e"), ground.at("f")), appendFileSync(ground.at("f"), "!")), ["added f", "changed e"]],
      [() => writeFileSync(ground.at(".gitignore"), "x\n"), ["added .gitignore"]],
      [() => writeFileSync(ground.at("x/more"), "12"), []],
      [() => writeFileSync(ground.at("x/y/z"), "13"), ["changed x/y/z"]],
      [() => rmSync(ground.at("a/b"), { recursive: true }), ["deleted a/b/c"]],
      [() => writeTree(ground.folder, { "a/b": "14" }), ["added a/b"]],
      [() => writeTree(ground.folder, { "a/b/c": "15" }), ["added a/b/c", "deleted a/b"]],
    ];
    for (const [change, expected] of steps) {
      change();
      expect(await ground.changes()).toEqual(expected);
      expect(await ground.changes()).toEqual([]);
    }
  });

  it("is another one when one is put in its place", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { "a/b": "1" });
    renameSync(ground.folder, temp.file("old"));
    writeTree(temp.path, { "work/a/b": "2" });
    expect(await ground.changes()).toEqual(["changed a/b"]);
    writeFileSync(temp.file("old/a/b"), "3");
    expect(await ground.changes()).toEqual([]);
    rmSync(ground.folder, { recursive: true });
    await expect(ground.watched.take()).rejects.toMatchObject({ code: "file_not_found" });
    writeTree(temp.path, { "work/a/b": "4" });
    expect(await ground.changes()).toEqual(["changed a/b"]);
  });

  it("is walked when the system may have dropped events", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { "busy/a": "1", "busy/b": "2", "quiet/c": "3" });
    // More than the queue holds, and none like the one before it, which would be dropped as the same.
    for (let round = 0; round < 9_000; round += 1) {
      utimesSync(ground.at("busy/a"), round, round);
      utimesSync(ground.at("busy/b"), round, round);
    }
    writeFileSync(ground.at("quiet/c"), "changed");
    expect(await ground.changes()).toEqual(["changed quiet/c"]);
    expect(await ground.changes()).toEqual([]);
  });

  it("is walked when there are more directories than may be watched", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { "a/b": "1" });
    limits.directories = 20;
    for (let index = 0; index < 30; index += 1) mkdirSync(ground.at(`d${index}`));
    expect(await ground.changes()).toEqual([]);
    writeTree(ground.folder, { "a/b": "2", "d1/c": "3" });
    expect(await ground.changes()).toEqual(["added d1/c", "changed a/b"]);
  });

  it("is walked now and then when a turn begins: some changes are never reported", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { a: "1" });
    const before = await ground.watched.take();
    // The folder is told of neither: the new name is elsewhere.
    linkSync(ground.at("a"), temp.file("elsewhere"));
    appendFileSync(temp.file("elsewhere"), "2");
    expect((await ground.watched.take()).id).toBe(before.id);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + VERIFY_MS + 1);
    expect((await ground.watched.take()).id).toBe(before.id);
    const begun = await ground.watched.take({ hold: true });
    expect((await ground.watched.diff(before.id, begun.id)).files).toMatchObject([{ path: "a", kind: "changed" }]);
  });

  it("is found as it is when its store was deleted", async () => {
    await using temp = await createTempFolder();
    const ground = await Ground.open(temp, { a: "1" });
    rmSync(temp.file("watched"), { recursive: true });
    const { id } = await ground.watched.take();
    expect((await ground.watched.list()).map((one) => one.id)).toEqual([id]);
  });
});
