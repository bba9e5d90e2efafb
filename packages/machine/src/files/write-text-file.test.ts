import { createTempFolder } from "@parley/test-support";
import { chmod, chown, link, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createFiles } from "./create-files.ts";
import { heldFolders } from "./held-folder.ts";
import { namedFolders } from "./named-folder.ts";

const isLinux = process.platform === "linux";
const isWindows = process.platform === "win32";
const isRoot = process.getuid?.() === 0;
const ways = Object.entries({ ...(isLinux ? { held: heldFolders } : {}), named: namedFolders });

describe.each(ways)("writeTextFile with %s folders", (_, folders) => {
  it("makes the file and the folders on the way, and leaves nothing else", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    const path = temp.file("a", "b", "c.txt");
    const written = await files.writeTextFile({ path, content: "\uFEFFé\r\n" });
    expect(written).toEqual({ realPath: path, created: true, leftHardLinks: false });
    expect(await readFile(path, "utf8")).toBe("\uFEFFé\r\n");
    expect(await files.writeTextFile({ path, content: "" })).toMatchObject({ created: false });
    expect(await readFile(path, "utf8")).toBe("");
    expect(await readdir(temp.path, { recursive: true })).toEqual(["a", "a/b", "a/b/c.txt"]);
  });

  it.skipIf(isWindows)("keeps the mode, and takes the usual one for a new file", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    for (const mode of [0o755, 0o600, 0o664]) {
      await writeFile(temp.file("a"), "old");
      await chmod(temp.file("a"), mode);
      await files.writeTextFile({ path: temp.file("a"), content: "new" });
      expect((await stat(temp.file("a"))).mode & 0o777).toBe(mode);
    }
    await files.writeTextFile({ path: temp.file("new"), content: "new" });
    expect((await stat(temp.file("new"))).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it.runIf(isRoot)("keeps the owner where that is possible", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a"), "old");
    await chown(temp.file("a"), 1234, 5678);
    await files.writeTextFile({ path: temp.file("a"), content: "new" });
    expect(await stat(temp.file("a"))).toMatchObject({ uid: 1234, gid: 5678 });
  });

  it("writes exactly the given text, and keeps CRLF only when asked to", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    const path = temp.file("a.txt");
    const rewrite = async (old: string, content: string, lineEndings?: "keep"): Promise<string> => {
      await writeFile(path, old);
      await files.writeTextFile({ path, content, lineEndings });
      return readFile(path, "utf8");
    };
    expect(await rewrite("a\r\nb\r\n", "c\nd\n")).toBe("c\nd\n");
    expect(await rewrite("a\r\nb\r\n", "c\nd\n", "keep")).toBe("c\r\nd\r\n");
    expect(await rewrite("a\r\nb\r\n", "c\r\nd\n", "keep")).toBe("c\r\nd\n");
    expect(await rewrite("a\r\nb\n", "c\nd\n", "keep")).toBe("c\nd\n");
    expect(await rewrite("\na\r\n", "c\n", "keep")).toBe("c\n");
    expect(await rewrite("no line end", "c\n", "keep")).toBe("c\n");
  });

  it.skipIf(isWindows)("follows links that stay inside, also to what does not exist yet", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await mkdir(temp.file("real"));
    await writeFile(temp.file("real", "a"), "old");
    await symlink("real/a", temp.file("link"));
    await symlink("real", temp.file("folder"));
    await symlink("folder/new/b", temp.file("dangling"));
    await files.writeTextFile({ path: temp.file("link"), content: "new" });
    expect([await readFile(temp.file("real", "a"), "utf8"), await readlink(temp.file("link"))]).toEqual([
      "new",
      "real/a",
    ]);
    const { realPath } = await files.writeTextFile({ path: temp.file("dangling"), content: "b" });
    expect(realPath).toBe(temp.file("real", "new", "b"));
    expect(await readlink(temp.file("dangling"))).toBe("folder/new/b");
  });

  it.skipIf(isWindows)("refuses links that leave, and makes nothing out there", async () => {
    await using temp = await createTempFolder();
    await using outside = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(outside.file("a"), "outside");
    await symlink(outside.path, temp.file("folder"));
    await symlink(outside.file("a"), temp.file("file"));
    await symlink(outside.file("new"), temp.file("dangling"));
    await symlink("two", temp.file("one"));
    await symlink("one", temp.file("two"));
    const write = (path: string): Promise<unknown> =>
      files.writeTextFile({ path: temp.file(path), content: "escaped" });
    for (const path of ["folder/a", "folder/new", "folder/new/deep/b", "file", "dangling"]) {
      await expect(write(path)).rejects.toMatchObject({ code: "file_outside" });
    }
    for (const path of ["one", "one/b"]) await expect(write(path)).rejects.toMatchObject({ code: "file_path_invalid" });
    expect(await readdir(outside.path)).toEqual(["a"]);
    expect(await readFile(outside.file("a"), "utf8")).toBe("outside");
  });

  it("says that a file has other names, which keep the old content", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    await writeFile(temp.file("a"), "old");
    await link(temp.file("a"), temp.file("b"));
    expect(await files.writeTextFile({ path: temp.file("a"), content: "new" })).toMatchObject({ leftHardLinks: true });
    expect(await readFile(temp.file("b"), "utf8")).toBe("old");
  });

  it.skipIf(isWindows)("refuses anything but files, texts that are too large and paths that are too long", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders, limits: { writeBytesMax: 10 } });
    await mkdir(temp.file("folder"));
    await writeFile(temp.file("file"), "a");
    const refusals = {
      folder: "file_is_directory",
      "file/below": "file_path_invalid",
      [`new/${"n".repeat(300)}`]: "file_path_invalid",
      ["d/".repeat(10_000)]: "file_path_invalid",
      "": "file_is_directory",
    };
    for (const [path, code] of Object.entries(refusals)) {
      const writing = files.writeTextFile({ path: temp.file(path), content: "a" });
      await expect(writing).rejects.toMatchObject({ code });
    }
    const large = files.writeTextFile({ path: temp.file("large"), content: "é".repeat(6) });
    await expect(large).rejects.toMatchObject({ code: "file_too_large" });
    expect(await readdir(temp.path)).not.toContain("large");
  });

  it("is seen by others as the old content or the new one, never as less", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    const contents = ["a".repeat(300_000), "b".repeat(200_000)];
    await writeFile(temp.file("a"), contents[0] ?? "");
    const rounds = Array.from({ length: 40 }, (__, round) => contents[round % 2] ?? "");
    for (const content of rounds) {
      const writing = files.writeTextFile({ path: temp.file("a"), content });
      const seen = await Promise.all(rounds.slice(0, 4).map(() => readFile(temp.file("a"), "utf8")));
      expect(seen.filter((text) => !contents.includes(text))).toEqual([]);
      await writing;
    }
    expect(await readdir(temp.path)).toEqual(["a"]);
  });
});
