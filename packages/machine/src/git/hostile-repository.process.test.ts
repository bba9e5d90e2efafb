// A repository whose settings name programs: git runs none of them for us.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readGitDiff, readGitStatus } from "./git-status.ts";
import { addWorktree, commitAll, mergeWorktree, readWorktree, removeWorktree } from "./git-worktrees.ts";

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
