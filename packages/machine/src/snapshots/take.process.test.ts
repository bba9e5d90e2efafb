import { createTempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { heldFolders } from "../files/held-folder.ts";
import { namedFolders } from "../files/named-folder.ts";
import { createSnapshots } from "./create-snapshots.ts";
import { git, readEverything, writeTree, type Tree } from "./testing/work-tree.ts";
import { changesBy } from "./testing/changes-by.ts";

const isWindows = process.platform === "win32";
const ways = Object.entries({ ...(process.platform === "linux" ? { held: heldFolders } : {}), named: namedFolders });

describe.each(ways)("take with %s folders", (_, folders) => {
  it.skipIf(isWindows)("has every kind of file", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    const odd = ["new\nline", "ünïcödé 😀", " ", "-rf", "a\\b", '"quoted"', "deep/er/and/deeper"];
    writeTree(folder, Object.fromEntries(odd.map((name) => [name, name])));
    writeTree(folder, {
      empty: "",
      crlf: "a\r\nb\r\n",
      binary: Buffer.of(0, 255, 10),
      run: { run: "#!" },
      link: { link: "nowhere" },
    });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    const taken = await snapshots.take();
    expect(taken).toMatchObject({ files: odd.length + 5, skipped: [] });
    const changed = await changesBy(snapshots, folder, {
      "new\nline": "other",
      " ": null,
      binary: Buffer.of(0, 254, 10),
      crlf: "a\nb\n",
      run: "#!",
      link: { link: "elsewhere" },
      empty: "no longer",
    });
    expect(changed.toSorted()).toEqual(
      [
        "changed binary",
        "changed crlf",
        "changed empty",
        "changed link",
        "changed new\nline",
        "changed run",
        "deleted  ",
      ].toSorted(),
    );
  });

  it("sees a change that leaves size and time as they were, also right away", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { a: "0000" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    for (let round = 1; round < 60; round += 1) {
      expect(await changesBy(snapshots, folder, { a: String(round).padStart(4, "0") })).toEqual(["changed a"]);
    }
    const before = await snapshots.take();
    writeTree(folder, { a: "same" });
    utimesSync(join(folder, "a"), 1, 1);
    const between = await snapshots.take();
    writeTree(folder, { a: "size" });
    utimesSync(join(folder, "a"), 1, 1);
    const after = await snapshots.take();
    expect((await snapshots.diff(before.id, between.id)).files).toHaveLength(1);
    expect((await snapshots.diff(between.id, after.id)).files).toHaveLength(1);
  });

  it("leaves out ignored files, by every kind of rule that git has", async () => {
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
      "sub/build/a": "",
      excluded: "",
      "node_modules/a/b": "",
    });
    git(folder, "init", "-q");
    writeTree(folder, { ".git/info/exclude": "excluded\n" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    const empty = await createSnapshots({
      folder: temp.path,
      store: temp.file("other-store"),
      folders,
      exclude: ["work"],
    });
    expect(await empty.take()).toMatchObject({ files: 0 });
    expect(await snapshots.take()).toMatchObject({ files: 6, skipped: [] });
    const changed = await changesBy(snapshots, folder, {
      "a.log": "1",
      "keep.log": "1",
      "build/b": "1",
      "sub/c": "1",
      "sub/b": "1",
      excluded: "1",
      "node_modules/a/b": "1",
    });
    expect(changed).toEqual(["changed keep.log", "changed sub/b"]);
  });

  it("obeys the rules of a repository around the folder, unless those ignore the folder itself", async () => {
    await using temp = await createTempFolder();
    git(temp.path, "init", "-q");
    writeTree(temp.path, {
      ".gitignore": "dist/\n/packages/one/local\n",
      "packages/.gitignore": "*.tmp\n",
      "packages/one/src": "",
      "packages/one/local": "",
      "packages/one/a.tmp": "",
      "packages/one/dist/a": "",
    });
    const store = temp.file("store");
    const one = await createSnapshots({ folder: temp.file("packages", "one"), store, folders });
    expect(await one.take()).toMatchObject({ files: 1 });
    const dist = await createSnapshots({ folder: temp.file("packages", "one", "dist"), store, folders });
    expect(await dist.take()).toMatchObject({ files: 1 });
  });

  it("has the files of repositories inside, by their own rules, and of the repositories only what makes git run something", async () => {
    await using temp = await createTempFolder();
    const [folder, module] = [temp.file("work"), temp.file("module")];
    writeTree(module, { code: "1", ".gitignore": "made\n" });
    git(module, "init", "-q");
    git(module, "add", "-A");
    git(module, "commit", "-qm", "one");
    writeTree(folder, { ".gitignore": "*.out\n", a: "1", "inner/b": "1", "inner/b.out": "1" });
    git(folder, "init", "-q");
    git(folder, "submodule", "--quiet", "add", module, "sub");
    git(join(folder, "inner"), "init", "-q");
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    const changed = await changesBy(snapshots, folder, {
      "sub/code": "2",
      "sub/made": "2",
      "sub/x.out": "2",
      "inner/b": "2",
      "inner/b.out": "2",
      ".git/config": "[core]",
      "inner/.git/HEAD": "gone",
    });
    expect(changed).toEqual(
      ["changed .git/config", "changed inner/b", "changed inner/b.out", "added sub/x.out", "changed sub/code"].toSorted(
        byPath,
      ),
    );
  });

  it.each([
    ["none", {}],
    ["a broken one", { ".git/HEAD": "nonsense", ".git/index": Buffer.of(1, 2, 3) }],
    ["a file that leads nowhere", { ".git": "gitdir: /missing" }],
    ["a file of nonsense", { ".git": "\0" }],
    ["a lock that was left", { ".git/HEAD": "ref: refs/heads/main\n", ".git/index.lock": "" }],
  ])("needs no repository: %s", async (__, repository: Tree) => {
    await using temp = await createTempFolder();
    writeTree(temp.file("work"), { a: "1", ...repository });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store"), folders });
    expect(await changesBy(snapshots, temp.file("work"), { a: "2", b: "2" })).toEqual(["changed a", "added b"]);
  });

  it("takes bytes as they are, despite the attributes of a repository", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    git(temp.path, "init", "-q", "work");
    writeTree(folder, { ".gitattributes": "* text=auto eol=crlf ident filter=lfs working-tree-encoding=UTF-16\n" });
    writeTree(folder, { a: "$Id$\n\r\nb\n" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    const { id } = await snapshots.take();
    writeTree(folder, { a: "changed" });
    await snapshots.take();
    await snapshots.restore(id);
    expect(readEverything(folder)["a"]).toContain("$Id$\n\r\nb\n");
  });

  it.skipIf(isWindows)("reports what it left out, and why", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { small: "a", huge: "", "many/1": "", "many/2": "", "z/1": "", "d/d/d/d/deep": "" });
    truncateSync(join(folder, "huge"), 5e9);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const server = createServer().listen(join(folder, "socket"));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad-`), Buffer.of(0xff)]), "");
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders, limits: { depthMax: 3 } });
    expect((await snapshots.take()).skipped.toSorted(byPathOf)).toEqual([
      { path: "bad-\uFFFD", reason: "invalid_name" },
      { path: "d/d/d/d", reason: "too_deep" },
      { path: "huge", reason: "too_large" },
      { path: "pipe", reason: "special" },
      { path: "socket", reason: "special" },
    ]);
    server.close();
  });

  it("stops at its limits, at the same place each time", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { a: "12345", b: "12345", "c/1": "1", "c/2": "1", "d/1": "1" });
    const bytes = await createSnapshots({ folder, store: temp.file("bytes"), folders, limits: { folderBytesMax: 11 } });
    expect((await bytes.take()).skipped.map(({ path }) => path)).toEqual(["c/2", "d/1"]);
    const entries = await createSnapshots({ folder, store: temp.file("entries"), folders, limits: { entriesMax: 5 } });
    const { id, skipped } = await entries.take();
    expect(skipped).toEqual(["c", "d"].map((path) => ({ path, reason: "too_many_entries" })));
    writeTree(folder, { "c/1": null, "c/2": null, "d/1": null, "d/2": null });
    const later = await entries.take();
    // What was left out before is not new now, nor gone.
    expect((await entries.diff(id, later.id)).files).toEqual([]);
    expect((await entries.diff(later.id, id)).files).toEqual([]);
    expect((await entries.diff(id, later.id)).skipped).toEqual(skipped);
  });

  it("does not look into its own store", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "1" });
    const snapshots = await createSnapshots({ folder: temp.path, store: temp.file("state", "store"), folders });
    await snapshots.take();
    expect(await snapshots.take()).toMatchObject({ files: 1 });
  });
});

describe("take and what is ours", () => {
  it("leaves alone all of the folder that the store is in, and so does a restore", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { a: "1", "home/log": "1" });
    const home = temp.file("home");
    const snapshots = await createSnapshots({ folder: temp.path, store: temp.file("home", "store"), ours: home });
    const before = await snapshots.take();
    expect(before).toMatchObject({ files: 1, skipped: [] });
    writeTree(temp.path, { a: "2", "home/log": "2", "home/more": "1" });
    const after = await snapshots.take();
    expect((await snapshots.diff(before.id, after.id)).files.map(({ path }) => path)).toEqual(["a"]);
    await snapshots.restore(before.id);
    expect(readEverything(temp.path)["a"]).toMatch(/1$/);
    expect(readEverything(temp.path)["home/log"]).toMatch(/2$/);
    expect(readEverything(temp.path)["home/more"]).toMatch(/1$/);
  });
});

describe("take and rules that change", () => {
  it("does not call a file deleted that is ignored from now on, nor one added that was ignored before", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { ".gitignore": ".env\n", ".env": "secret", "out/a": "1" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store") });
    const before = await snapshots.take();
    writeTree(folder, { ".gitignore": "out/\n", "out/a": "2" });
    const after = await snapshots.take();
    const diff = await snapshots.diff(before.id, after.id);
    expect(diff.files.map(({ kind, path }) => `${kind} ${path}`)).toEqual(["changed .gitignore", "changed out/a"]);
    expect(diff.skipped).toEqual([{ path: ".env", reason: "ignored" }]);
    await snapshots.restore(before.id);
    expect(readEverything(folder)[".env"]).toContain("secret");
    expect(readEverything(folder)["out/a"]).toMatch(/1$/);
  });

  it("looks at ignored files that it is given", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { ".gitignore": "out/\n.env\n", ".env": "1", "out/old": "1" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store") });
    const first = await snapshots.take();
    const before = await snapshots.take({ include: [".env", "out/new"] });
    writeTree(folder, { ".env": "2", "out/new": "2", "out/old": "2" });
    const after = await snapshots.take({ include: ["out/new", "out/old"] });
    const changes = async (from: string): Promise<string[]> =>
      (await snapshots.diff(from, after.id)).files.map(({ kind, path }) => `${kind} ${path}`);
    expect(await changes(before.id)).toEqual(["changed .env", "added out/new"]);
    expect(await changes(first.id)).toEqual([]);
    for (const path of ["../a", "/a", "a//b", ".git/config", "sub/.GIT/hooks", "", "a\0"]) {
      await expect(snapshots.take({ include: [path] })).rejects.toMatchObject({ code: "usage" });
    }
  });
});

describe.skipIf(isWindows)("take in odd folders", () => {
  it("goes through 10,000 folders in each other as deep as it may", async () => {
    await using temp = await createTempFolder();
    const program = `
      const deep = "d/".repeat(1000);
      for (let round = 0; round < 10; round += 1) { fs.mkdirSync(deep, { recursive: true }); process.chdir(deep); }
      fs.writeFileSync("bottom", "");`;
    mkdirSync(temp.file("work"));
    execFileSync(process.execPath, ["-e", program], { cwd: temp.file("work") });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    const { skipped } = await snapshots.take();
    expect(skipped).toEqual([{ path: Array.from({ length: 201 }, () => "d").join("/"), reason: "too_deep" }]);
    execFileSync("rm", ["-rf", temp.file("work")]);
  }, 120_000);

  it("does not follow links, out or in a circle", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "outside/secret": "1", "work/a": "1" });
    symlinkSync("..", temp.file("work", "up"));
    symlinkSync(".", temp.file("work", "round"));
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    expect(await snapshots.take()).toMatchObject({ files: 3, skipped: [] });
  });

  it("leaves out unreadable files", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.file("work"), { "closed/a": "1", b: "1", c: "1" });
    chmodSync(temp.path, 0o777);
    chmodSync(temp.file("work", "closed"), 0);
    chmodSync(temp.file("work", "b"), 0);
    if (process.getuid?.() === 0) process.seteuid?.(65_534);
    try {
      const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
      expect((await snapshots.take()).skipped.map(({ path, reason }) => `${path} ${reason}`).toSorted()).toEqual([
        "b unreadable",
        "closed unreadable",
      ]);
    } finally {
      if (process.getuid?.() === 0) process.seteuid?.(0);
    }
    chmodSync(temp.file("work", "closed"), 0o700);
  });
});

describe("the user's own repository", () => {
  it("is the same to the byte after taking, comparing and restoring", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, { a: "1\n", b: "1\n", c: "1\n" });
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "one");
    writeTree(folder, { a: "staged\n", b: "changed\n", untracked: "1\n" });
    git(folder, "add", "a");
    git(folder, "stash", "push", "-q", "b");
    const hook = { run: "#!/bin/sh\ntouch hook-ran\n" };
    writeTree(folder, {
      ".git/hooks/post-checkout": hook,
      ".git/hooks/post-index-change": hook,
      ".git/index.lock": "",
    });
    const before = readEverything(join(folder, ".git"));
    const snapshots = await createSnapshots({ folder, store: temp.file("store") });
    const { id } = await snapshots.take();
    writeTree(folder, { a: "agent\n", d: "agent\n", c: null });
    const after = await snapshots.take();
    await snapshots.diff(id, after.id);
    const restored = await snapshots.restore(id);
    expect(restored.restored.toSorted()).toEqual(["a", "c", "d"]);
    expect(readEverything(join(folder, ".git"))).toEqual(before);
    expect(git(folder, "status", "--porcelain")).toBe("M  a\n?? untracked\n");
    expect(readEverything(folder)["hook-ran"]).toBeUndefined();
  });
});

function byPathOf(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}

function byPath(one: string, other: string): number {
  return byPathOf({ path: one.split(" ")[1] ?? "" }, { path: other.split(" ")[1] ?? "" });
}
