import { createTempFolder, nextFileTime, type TempFolder } from "@parley/test-support";
import type { DiskChange } from "@parley/observe";
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { DiskWatch } from "./disk-watch.ts";

const PAST = new Date("2020-01-01T00:00:00Z");

interface Turn extends AsyncDisposable {
  readonly folder: TempFolder;
  /** The files were looked at as they were. */
  readonly hasBegun: Promise<unknown>;
  end(): Promise<readonly string[]>;
}

/** A folder with files of long ago, in a session whose turn has just begun. */
async function begin(files: readonly string[], betweenTurns?: (folder: TempFolder) => Promise<void>): Promise<Turn> {
  const folder = await createTempFolder();
  await mkdir(folder.file("src"));
  for (const file of files) {
    await writeFile(folder.file(file), file);
    await utimes(folder.file(file), PAST, PAST);
  }
  const watch = new DiskWatch();
  watch.open(folder.path);
  // The first list is there.
  await watch.endTurn(folder.path, undefined, Date.now());
  await betweenTurns?.(folder);
  const startedAtMs = await nextFileTime(`${folder.path}-probe`);
  const before = watch.beginTurn(folder.path, startedAtMs);
  return {
    folder,
    hasBegun: before,
    end: async () => {
      const changes = await watch.endTurn(folder.path, await before, startedAtMs);
      return changes.map((change) => say(change, folder.path)).toSorted();
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function say({ kind, path, oldPath }: DiskChange, folder: string): string {
  const from = oldPath === undefined ? "" : ` from ${relative(folder, oldPath)}`;
  return `${kind} ${relative(folder, path)}${from}`;
}

test("finds nothing if nothing happened", async () => {
  await using turn = await begin(["a.txt", "src/b.txt"]);
  expect(await turn.end()).toEqual([]);
});

test("finds written, created, deleted and renamed files", async () => {
  await using turn = await begin(["a.txt", "b.txt", "c.txt", "src/d.txt"]);
  const { folder } = turn;
  await turn.hasBegun;
  await writeFile(folder.file("a.txt"), "more");
  await rm(folder.file("b.txt"));
  await rename(folder.file("c.txt"), folder.file("src/moved.txt"));
  await writeFile(folder.file("new.txt"), "x");
  expect(await turn.end()).toEqual([
    "added new.txt",
    "changed a.txt",
    "deleted b.txt",
    "renamed src/moved.txt from c.txt",
  ]);
});

test("finds changes made before the listing at the start of the turn was complete", async () => {
  await using turn = await begin(["a.txt", "b.txt", "c.txt"]);
  // The list of the turn's beginning is being made meanwhile.
  await Promise.all([
    rm(turn.folder.file("a.txt")),
    rename(turn.folder.file("b.txt"), turn.folder.file("src/b.txt")),
    writeFile(turn.folder.file("new.txt"), "x"),
  ]);
  expect(await turn.end()).toEqual(["added new.txt", "deleted a.txt", "renamed src/b.txt from b.txt"]);
});

test("finds a folder that was renamed before the listing was complete", async () => {
  await using turn = await begin(["src/b.txt", "src/c.txt"]);
  await rename(turn.folder.file("src"), turn.folder.file("lib"));
  expect(await turn.end()).toEqual(["renamed lib/b.txt from src/b.txt", "renamed lib/c.txt from src/c.txt"]);
});

test("reports a file that was created during the first listing as created, not changed", async () => {
  await using folder = await createTempFolder();
  const watch = new DiskWatch();
  const startedAtMs = await nextFileTime(`${folder.path}-probe`);
  await writeFile(folder.file("new.txt"), "x");
  watch.open(folder.path);
  const before = await watch.beginTurn(folder.path, startedAtMs);
  const changes = await watch.endTurn(folder.path, before, startedAtMs);
  expect(changes.map((change) => say(change, folder.path))).toEqual(["added new.txt"]);
});

test("reports every file of a deleted folder", async () => {
  await using turn = await begin(["a.txt", "src/b.txt", "src/c.txt"]);
  await rm(turn.folder.file("src"), { recursive: true });
  expect(await turn.end()).toEqual(["deleted src/b.txt", "deleted src/c.txt"]);
});

test("reports both paths of every file in a renamed folder", async () => {
  await using turn = await begin(["src/b.txt", "src/c.txt"]);
  await turn.hasBegun;
  await rename(turn.folder.file("src"), turn.folder.file("lib"));
  expect(await turn.end()).toEqual(["renamed lib/b.txt from src/b.txt", "renamed lib/c.txt from src/c.txt"]);
});

test("finds a file that replaced another one", async () => {
  await using turn = await begin(["a.txt", "b.txt"]);
  await rename(turn.folder.file("a.txt"), turn.folder.file("b.txt"));
  expect(await turn.end()).toEqual(["renamed b.txt from a.txt"]);
});

test("reports a file that was saved through a temporary file as changed, not created", async () => {
  await using turn = await begin(["a.txt"]);
  await writeFile(turn.folder.file("a.txt.tmp"), "new");
  await rename(turn.folder.file("a.txt.tmp"), turn.folder.file("a.txt"));
  expect(await turn.end()).toEqual(["changed a.txt"]);
});

test("does not report a deleted and a created file as a rename", async () => {
  await using turn = await begin(["a.txt"]);
  await rm(turn.folder.file("a.txt"));
  // File systems like to give the number of the old one to the new one.
  for (let index = 0; index < 20; index += 1) await writeFile(turn.folder.file(`n${index}.txt`), String(index));
  const found = await turn.end();
  expect(found).toContain("deleted a.txt");
  expect(found.filter((what) => what.startsWith("added"))).toHaveLength(20);
});

test("finds a file that was moved here and kept its old time", async () => {
  await using elsewhere = await createTempFolder();
  await writeFile(elsewhere.file("old.txt"), "old");
  await utimes(elsewhere.file("old.txt"), PAST, PAST);
  await using turn = await begin(["a.txt"]);
  await rename(elsewhere.file("old.txt"), turn.folder.file("old.txt"));
  expect(await turn.end()).toEqual(["added old.txt"]);
});

test("ignores changes that were made between turns", async () => {
  await using turn = await begin(["a.txt", "src/b.txt", "c.txt"], async (folder) => {
    await rm(folder.file("a.txt"));
    await rename(folder.file("src/b.txt"), folder.file("src/by-hand.txt"));
    await writeFile(folder.file("mine.txt"), "x");
  });
  expect(await turn.end()).toEqual([]);
});

test("does not report files that are ignored now as deleted", async () => {
  await using turn = await begin(["a.txt", "src/b.txt"]);
  await writeFile(turn.folder.file(".gitignore"), "src/\n");
  const found = await turn.end();
  expect(found.filter((what) => what.startsWith("deleted"))).toEqual([]);
});

test("tolerates a missing folder", async () => {
  const watch = new DiskWatch();
  watch.open("/no/such/folder");
  await expect(watch.beginTurn("/no/such/folder", 0)).rejects.toMatchObject({ code: expect.any(String) as string });
});
