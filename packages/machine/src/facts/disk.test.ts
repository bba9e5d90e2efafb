// The quick way to an answer and the slow one lead to the same.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import fc from "fast-check";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Disk } from "./disk.ts";
import { lstatIfAny, resolveReal } from "./far-disk.ts";

let top: TempFolder;
let root: string;
beforeAll(async () => {
  top = await createTempFolder();
  root = top.file("root");
  await mkdir(top.file("root", "a", "b"), { recursive: true });
  await mkdir(top.file("outside", "b"), { recursive: true });
  await writeFile(top.file("root", "file"), "");
  await writeFile(top.file("root", "a", "file"), "");
  await writeFile(top.file("outside", "file"), "");
  await symlink("a", top.file("root", "in"));
  await symlink(top.file("outside"), top.file("root", "out"));
  await symlink("../outside/file", top.file("root", "a", "out"));
  await symlink("missing/deep", top.file("root", "dangling"));
  await symlink("circle", top.file("root", "circle"));
  await symlink("..", top.file("root", "a", "b", "up"));
});
afterAll(() => top[Symbol.asyncDispose]());

const names = fc.constantFrom("a", "b", "file", "in", "out", "dangling", "circle", "up", "new", "A", "x".repeat(300));
const paths = fc.array(names, { maxLength: 5 }).map((parts) => ["root", ...parts]);

describe("the disk", () => {
  it.each([
    ["near", (folder: string) => new Disk([folder])],
    ["near, by a root around it", (folder: string) => new Disk(["/nowhere", folder.replace(/\/root$/, "")])],
    ["slow", (folder: string) => new Disk([folder], 0)],
    ["elsewhere", () => new Disk([])],
  ])("says the same of every path when it is %s", async (_, create) => {
    await fc.assert(
      fc.asyncProperty(fc.array(paths, { minLength: 1, maxLength: 4 }), async (some) => {
        const disk = create(root);
        for (const path of some.map((parts) => top.file(...parts))) {
          const [stats, expected] = [await disk.lstat(path), await lstatIfAny(path)];
          expect([path, stats?.ino, stats?.mode]).toEqual([path, expected?.ino, expected?.mode]);
          expect([path, await disk.resolveReal(path)]).toEqual([path, await resolveReal(path)]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("gives the same answer twice despite changes, which a new one sees", async () => {
    await using temp = await createTempFolder();
    await writeFile(temp.file("file"), "");
    await symlink("file", temp.file("link"));
    const disk = new Disk([temp.path]);
    const look = async (): Promise<unknown> => [
      (await disk.lstat(temp.file("file")))?.isFile(),
      (await disk.lstat(temp.file("new")))?.isFile(),
      await disk.resolveReal(temp.file("link")),
    ];
    const before = await look();
    expect(before).toEqual([true, undefined, temp.file("file")]);
    await rename(temp.file("file"), temp.file("new"));
    await rm(temp.file("link"));
    expect(await look()).toEqual(before);
    expect((await new Disk([temp.path]).lstat(temp.file("new")))?.isFile()).toBe(true);
  });

  it("does not take a near folder for itself that was replaced by a link", async () => {
    await using temp = await createTempFolder();
    await mkdir(temp.file("outside", "inner"), { recursive: true });
    await writeFile(temp.file("outside", "inner", "file"), "");
    await symlink("outside", temp.file("link"));
    const path = temp.file("link", "inner", "file");
    expect(await new Disk([temp.file("link")]).resolveReal(path)).toBe(temp.file("outside", "inner", "file"));
    expect(await new Disk([temp.file("link", "inner")]).resolveReal(path)).toBe(temp.file("outside", "inner", "file"));
  });
});
