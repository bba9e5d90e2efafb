import { createTempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSnapshots } from "../snapshots/create-snapshots.ts";
import { git, writeTree } from "../snapshots/testing/work-tree.ts";
import { listWorkspaceFiles, measureWorkspaceFiles } from "./list-workspace-files.ts";

const isWindows = process.platform === "win32";
const limit = 1_000;

describe("listWorkspaceFiles", () => {
  it("lists files in order, with slashes, from wherever they are", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, {
      "b.ts": "",
      "a/deep/er/c.ts": "",
      "a/z.ts": "",
      "Ünïcode 😀.md": "",
      ".env": "",
      "a.ts": "",
    });
    expect(await listWorkspaceFiles({ folder: temp.path, limit })).toEqual({
      files: [".env", "a.ts", "a/deep/er/c.ts", "a/z.ts", "b.ts", "Ünïcode 😀.md"],
      isComplete: true,
    });
  });

  it("knows an empty folder", async () => {
    await using temp = await createTempFolder();
    expect(await listWorkspaceFiles({ folder: temp.path, limit })).toEqual({ files: [], isComplete: true });
  });

  it("leaves out what git leaves out, its own folder included, and what snapshots leave out", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, {
      ".gitignore": "*.log\n!keep.log\n/build/\n",
      "a.log": "",
      "keep.log": "",
      "build/a": "",
      "sub/.gitignore": "*\n!.gitignore\n!b\n",
      "sub/a": "",
      "sub/b": "",
      excluded: "",
      "inner/x.log": "",
      "src/a.ts": "",
    });
    git(folder, "init", "-q");
    git(folder, "init", "-q", "inner");
    writeTree(folder, { ".git/info/exclude": "excluded\n" });
    const { files, isComplete } = await listWorkspaceFiles({ folder, limit });
    const listed = git(folder, "ls-files", "-o", "--exclude-standard").trim().split("\n");
    // Git names a repository inside, we look into it: it has rules of its own.
    expect(listed).toContain("inner/");
    expect(files).toEqual([...listed.filter((path) => path !== "inner/"), "inner/x.log"].toSorted());
    expect(isComplete).toBe(true);
    writeTree(folder, { "node_modules/a/b.js": "", ".hg/store": "", ".parley-1.draft": "" });
    expect((await listWorkspaceFiles({ folder, limit })).files).toEqual(files);
    const snapshots = await createSnapshots({ folder, store: temp.file("store") });
    // A snapshot also has what makes git run something: `config` and `info/exclude` of both repositories.
    expect((await snapshots.take()).files).toBe(files.length + 4);
  });

  it("obeys the repository around the folder", async () => {
    await using temp = await createTempFolder();
    git(temp.path, "init", "-q");
    writeTree(temp.path, { ".gitignore": "*.log\n", "sub/a.log": "", "sub/a.ts": "" });
    expect((await listWorkspaceFiles({ folder: temp.file("sub"), limit })).files).toEqual(["a.ts"]);
  });

  it.skipIf(isWindows)("has links that lead to files, and goes through none", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(temp.path, { "outside/secret": "" });
    writeTree(folder, {
      "a.ts": "",
      "file-link": { link: "a.ts" },
      "folder-link": { link: "../outside" },
      broken: { link: "nowhere" },
      circle: { link: "circle" },
    });
    const expected = { files: ["a.ts", "file-link"], isComplete: true };
    expect(await listWorkspaceFiles({ folder, limit })).toEqual(expected);
    writeTree(temp.path, { "work-link": { link: "work" } });
    expect(await listWorkspaceFiles({ folder: temp.file("work-link"), limit })).toEqual(expected);
  });

  it.skipIf(isWindows)("measures files in the folder, and of links that lead out only the link", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(temp.path, { "outside/secret": "x".repeat(5_000), "work-beside": "x".repeat(5_000) });
    writeTree(folder, {
      "a.ts": "x".repeat(70),
      "sub/up": { link: "../a.ts" },
      secret: { link: "../outside/secret" },
      hop: { link: "secret" },
      beside: { link: "../work-beside" },
      absolute: { link: temp.file("outside/secret") },
    });
    const { files } = await measureWorkspaceFiles({ folder, limit });
    const sizes = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
    const own = { secret: "../outside/secret".length, beside: "../work-beside".length, hop: "secret".length };
    const absolute = temp.file("outside/secret").length;
    expect(sizes).toEqual({ "a.ts": 70, "sub/up": 70, ...own, absolute });
  });

  it("stops at the limit, and says whether that is all", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, Object.fromEntries(["a", "b", "c/d", "c/e", "f/g"].map((path) => [path, ""])));
    const list = (most: number) => listWorkspaceFiles({ folder: temp.path, limit: most });
    expect(await list(3)).toEqual({ files: ["a", "b", "c/d"], isComplete: false });
    expect(await list(4)).toEqual({ files: ["a", "b", "c/d", "c/e"], isComplete: false });
    expect(await list(5)).toMatchObject({ files: { length: 5 }, isComplete: true });
    expect(await list(0)).toEqual({ files: [], isComplete: false });
  });

  it.skipIf(isWindows)("stops at the limit in a folder of links", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "", ...Object.fromEntries(["b", "c", "d"].map((name) => [name, { link: "a" }])) });
    const { files, isComplete } = await listWorkspaceFiles({ folder: temp.path, limit: 2 });
    expect(files).toHaveLength(2);
    expect(isComplete).toBe(false);
  });

  it.skipIf(isWindows || process.getuid?.() === 0)("says that it could not look everywhere", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "", "closed/b": "" });
    chmodSync(temp.file("closed"), 0);
    try {
      expect(await listWorkspaceFiles({ folder: temp.path, limit })).toEqual({ files: ["a"], isComplete: false });
    } finally {
      chmodSync(temp.file("closed"), 0o700);
    }
  });

  it("does not look below the depth that snapshots look to", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "" });
    mkdirSync(temp.file(...Array.from({ length: 201 }, () => "d")), { recursive: true });
    expect(await listWorkspaceFiles({ folder: temp.path, limit })).toEqual({ files: ["a"], isComplete: false });
  });

  it.skipIf(isWindows)("does not miss what is no file", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "" });
    execFileSync("mkfifo", [temp.file("pipe")]);
    expect(await listWorkspaceFiles({ folder: temp.path, limit })).toEqual({ files: ["a"], isComplete: true });
  });

  it("can be aborted, before and on the way", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}/a`, ""])));
    const reason = new Error("enough");
    await expect(listWorkspaceFiles({ folder: temp.path, limit, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const listing = listWorkspaceFiles({ folder: temp.path, limit, signal: controller.signal });
    controller.abort(reason);
    await expect(listing).rejects.toBe(reason);
  });

  it("refuses anything but a folder", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "" });
    const list = (folder: string) => listWorkspaceFiles({ folder, limit });
    await expect(list(temp.file("a"))).rejects.toMatchObject({ code: "file_path_invalid" });
    await expect(list(temp.file("gone"))).rejects.toMatchObject({ code: "file_not_found" });
    await expect(list("relative")).rejects.toMatchObject({ code: "file_path_invalid" });
  });
});
