import { createTempFolder } from "@parley/test-support";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createFiles } from "./create-files.ts";
import { heldFolders } from "./held-folder.ts";
import { namedFolders } from "./named-folder.ts";

const isWindows = process.platform === "win32";
const ways = Object.entries({ ...(process.platform === "linux" ? { held: heldFolders } : {}), named: namedFolders });

describe.each(ways)("deleteFile with %s folders", (_, folders) => {
  it("deletes a file, and of a link the link", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a"), "a");
    await writeFile(temp.file("b"), "b");
    await symlink("b", temp.file("link"));
    await symlink("missing", temp.file("dangling"));
    for (const name of ["a", "link", "dangling"]) await files.deleteFile({ path: temp.file(name) });
    expect(await readdir(temp.path)).toEqual(["b"]);
    await expect(files.deleteFile({ path: temp.file("a") })).rejects.toMatchObject({ code: "file_not_found" });
  });

  it("refuses folders and paths outside", async () => {
    await using temp = await createTempFolder();
    await using outside = await createTempFolder();
    const files = await createFiles({ roots: [temp.path, temp.file()], folders });
    await mkdir(temp.file("folder"));
    await writeFile(outside.file("a"), "a");
    await symlink(outside.path, temp.file("out"));
    for (const path of [temp.file("folder"), temp.path]) {
      await expect(files.deleteFile({ path })).rejects.toMatchObject({ code: "file_is_directory" });
    }
    for (const path of [temp.file("out", "a"), outside.file("a"), outside.file("missing")]) {
      await expect(files.deleteFile({ path })).rejects.toMatchObject({ code: "file_outside" });
    }
    const elsewhere = files.deleteFile({ path: temp.file("out"), decidedPath: temp.file("folder", "out") });
    await expect(elsewhere).rejects.toMatchObject({ code: "file_denied" });
    expect(await readdir(outside.path)).toEqual(["a"]);
  });
});

describe.each(ways)("moveFile with %s folders", (_, folders) => {
  it("moves a file into folders that it makes, and over another when asked to", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a"), "a");
    await writeFile(temp.file("b"), "b");
    const [a, b, c] = [temp.file("a"), temp.file("b"), temp.file("new", "deep", "c")].map((path) => ({ path }));
    if (a === undefined || b === undefined || c === undefined) throw new Error("three paths");
    await expect(files.moveFile({ from: a, to: b })).rejects.toMatchObject({ code: "file_exists" });
    await files.moveFile({ from: a, to: b, overwrite: true });
    await files.moveFile({ from: b, to: c });
    await files.moveFile({ from: c, to: c });
    expect(await readFile(c.path, "utf8")).toBe("a");
    expect(await readdir(temp.path)).toEqual(["new"]);
    await expect(files.moveFile({ from: a, to: b })).rejects.toMatchObject({ code: "file_not_found" });
  });

  it.skipIf(isWindows)("refuses folders, and both ends outside", async () => {
    await using temp = await createTempFolder();
    await using outside = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await mkdir(temp.file("folder"));
    await writeFile(temp.file("a"), "a");
    await writeFile(outside.file("b"), "b");
    await symlink(outside.path, temp.file("out"));
    const move = (from: string, to: string): Promise<void> =>
      files.moveFile({ from: { path: temp.file(from) }, to: { path: temp.file(to) }, overwrite: true });
    await expect(move("folder", "moved")).rejects.toMatchObject({ code: "file_is_directory" });
    await expect(move("a", "folder")).rejects.toMatchObject({ code: "file_is_directory" });
    await expect(move("a", "out/a")).rejects.toMatchObject({ code: "file_outside" });
    await expect(move("a", "out/new/a")).rejects.toMatchObject({ code: "file_outside" });
    await expect(move("out/b", "b")).rejects.toMatchObject({ code: "file_outside" });
    expect(await readdir(outside.path)).toEqual(["b"]);
    expect((await readdir(temp.path)).toSorted()).toEqual(["a", "folder", "out"]);
  });
});
