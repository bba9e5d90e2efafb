// A repository whose settings name programs: git runs none of them for us.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readGitDiff, readGitStatus } from "./git-status.ts";
import { addWorktree, commitAll, mergeWorktree, readWorktree, removeWorktree } from "./git-worktrees.ts";
import { runGit } from "./run-git.ts";

const run = promisify(execFile);
let inside: TempFolder;
let outside: TempFolder;

beforeEach(async () => {
  [inside, outside] = [await createTempFolder(), await createTempFolder()];
  await writeFile(outside.file("evil"), `#!/bin/sh\n: > ${outside.file("trace")}\ncat\n`);
  await chmod(outside.file("evil"), 0o755);
  await git("init", "-q", "-b", "main");
  await git("config", "user.name", "Ada");
  await git("config", "user.email", "ada@example.com");
  await put("a.txt", "one\n");
  await put(".gitattributes", "*.txt filter=f merge=m diff=d\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
});
afterEach(async () => {
  await inside[Symbol.asyncDispose]();
  await outside[Symbol.asyncDispose]();
});

const put = (name: string, text: string): Promise<void> => writeFile(inside.file(name), text);

async function git(...args: readonly string[]): Promise<void> {
  await run("git", args, { cwd: inside.path });
}

function setUp(text: string): Promise<void> {
  return appendFile(inside.file(".git/config"), text.replaceAll("@", outside.file("evil")));
}

/** Everything that we do with git. */
async function useAll(): Promise<void> {
  await put("a.txt", "two\n");
  await readGitStatus(inside.path);
  expect((await readGitDiff(inside.path)).diff).toContain("+two");
  await put("a.txt", "one\n");
  const { worktree } = await addWorktree(inside.path, "w", "parley/w");
  expect(await readFile(`${worktree.path}/a.txt`, "utf8")).toBe("one\n");
  await writeFile(`${worktree.path}/a.txt`, "three\n");
  expect(await readWorktree(worktree)).toMatchObject({ exists: true, uncommitted: 1 });
  await commitAll(worktree, "theirs");
  await mergeWorktree(worktree, "merged");
  expect(await readFile(inside.file("a.txt"), "utf8")).toBe("three\n");
  await removeWorktree(worktree);
}

describe.skipIf(process.platform !== "linux")("git for us", () => {
  it.each([
    ["filters", '[filter "f"]\n\tclean = @\n\tsmudge = @\n\trequired = true\n'],
    ["a filter that stays", '[filter "f"]\n\tprocess = @\n\trequired = true\n'],
    [
      "a monitor, hooks and programs for differences",
      '[core]\n\tfsmonitor = @\n\thooksPath = @\n[diff "d"]\n\ttextconv = @\n\tcommand = @\n',
    ],
    [
      "a program that checks signatures",
      "[merge]\n\tverifySignatures = true\n[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = @\n",
    ],
    ["a program that tidies up", "[gc]\n\tauto = 1\n\tautoDetach = false\n\trecentObjectsHook = @\n"],
  ])("runs no %s", async (_, settings) => {
    await setUp(settings);
    await useAll();
    expect(existsSync(outside.file("trace"))).toBe(false);
  });

  it("runs no filter of settings that are for worktrees or branches alone", async () => {
    await writeFile(
      outside.file("more"),
      `[filter "f"]\n\tsmudge = ${outside.file("evil")}\n\tclean = ${outside.file("evil")}\n`,
    );
    const path = outside.file("more");
    await setUp(
      `[includeIf "gitdir:**/worktrees/**"]\n\tpath = ${path}\n[includeIf "onbranch:parley/**"]\n\tpath = ${path}\n`,
    );
    await useAll();
    expect(existsSync(outside.file("trace"))).toBe(false);
  });

  it("has a conflict where a merge driver would decide", async () => {
    await setUp('[merge "m"]\n\tdriver = @\n');
    const { worktree } = await addWorktree(inside.path, "w", "parley/w");
    await writeFile(`${worktree.path}/a.txt`, "theirs\n");
    await commitAll(worktree, "theirs");
    await put("a.txt", "ours\n");
    await git("commit", "-qam", "ours");
    await expect(mergeWorktree(worktree, "merged")).rejects.toThrow("conflicts with main in a.txt");
    expect(existsSync(outside.file("trace"))).toBe(false);
    await removeWorktree(worktree);
  });

  it.each([
    ["settings", ".git/config"],
    ["settings of the worktree", ".git/config.worktree"],
  ])("reads no files of another folder that its %s name", async (_, file) => {
    await writeFile(outside.file("a.txt"), "secret\n");
    if (file !== ".git/config") await setUp("[extensions]\n\tworktreeConfig = true\n");
    await appendFile(inside.file(file), `[core]\n\tworktree = ${outside.path}\n`);
    const refused = "say that its files are in";
    await expect(readGitStatus(inside.path)).rejects.toThrow(refused);
    await expect(readGitDiff(inside.path)).rejects.toThrow(refused);
    await expect(addWorktree(inside.path, "w", "parley/w")).rejects.toThrow(refused);
    expect(await readdir(outside.path)).toEqual(["a.txt", "evil"]);
  });

  it("reads its own files, whatever the settings said before the check", async () => {
    await writeFile(outside.file("a.txt"), "secret\n");
    await setUp(`[core]\n\tworktree = ${outside.path}\n`);
    // As if the setting was added just after the look: `rev-parse` does without one.
    expect((await runGit(inside.path, ["rev-parse", "--show-toplevel"])).stdout).toBe(`${inside.path}\n`);
  });

  it("does not take a repository for files, although its settings name some", async () => {
    await git("clone", "-q", "--bare", ".", "bare");
    await appendFile(inside.file("bare/config"), `[core]\n\tbare = false\n\tworktree = ${outside.path}\n`);
    for (const folder of [inside.file("bare"), inside.file(".git"), inside.file(".git/objects")]) {
      await expect(readGitStatus(folder)).rejects.toThrow("without files of its own");
    }
  });

  it("is for submodules and worktrees what it is for others", async () => {
    await git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inside.path, "sub");
    await writeFile(inside.file("sub/a.txt"), "two\n");
    expect(await readGitStatus(inside.file("sub"))).toMatchObject({ files: [{ path: "a.txt", unstaged: "M" }] });
    await git("worktree", "add", "-q", outside.file("tree"));
    expect(await readGitStatus(outside.file("tree"))).toMatchObject({ top: outside.file("tree"), files: [] });
  });

  it("is not led elsewhere by the variables of a hook that started us", async () => {
    await run("git", ["init", "-q", outside.path]);
    vi.stubEnv("GIT_DIR", outside.file(".git"));
    vi.stubEnv("GIT_INDEX_FILE", outside.file(".git/other"));
    try {
      expect(await readGitStatus(inside.path)).toMatchObject({ top: inside.path, branch: "main", files: [] });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("refuses a repository that names thousands of them", async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `[filter "f${index}"]\n\tclean = @\n`);
    await setUp(names.join(""));
    await expect(readGitStatus(inside.path)).rejects.toThrow("too many filters");
  });

  it("fetches nothing that is missing, with a program that the repository names", async () => {
    await setUp(
      `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ${outside.path}\n\tpromisor = true\n\tuploadpack = @\n`,
    );
    const { stdout } = await run("git", ["rev-parse", "HEAD:a.txt"], { cwd: inside.path });
    await run("rm", ["-f", inside.file(`.git/objects/${stdout.slice(0, 2)}/${stdout.slice(2).trim()}`)]);
    await put("a.txt", "two\n");
    await expect(readGitDiff(inside.path)).rejects.toThrow("git diff failed");
    expect(existsSync(outside.file("trace"))).toBe(false);
  });
});
