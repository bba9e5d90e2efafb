import { createTempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readGitFacts } from "./git-facts.ts";
import { readProjectMemory } from "./project-memory.ts";

function git(cwd: string, ...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  execFileSync("git", [...who, ...args], { cwd, stdio: "ignore" });
}

describe("what git says of a folder", () => {
  it("is its root and branch, from any folder below, in a worktree too, and without a branch", async () => {
    await using temp = await createTempFolder();
    const repo = temp.file("repo");
    await mkdir(temp.file("repo", "a", "b"), { recursive: true });
    git(repo, "init", "-q", "-b", "feature/one");
    expect(await readGitFacts(temp.file("repo", "a", "b"))).toEqual({ root: repo, branch: "feature/one" });
    git(repo, "commit", "-q", "--allow-empty", "-m", "first");
    git(repo, "worktree", "add", "-q", "-b", "two", temp.file("tree"));
    expect(await readGitFacts(temp.file("tree"))).toEqual({ root: temp.file("tree"), branch: "two" });
    git(repo, "checkout", "-q", "--detach");
    expect(await readGitFacts(repo)).toEqual({ root: repo, branch: undefined });
  });

  it("is nothing where there is no repository, and no branch where git's files are odd", async () => {
    await using temp = await createTempFolder();
    expect(await readGitFacts(temp.path)).toBeUndefined();
    await writeFile(temp.file(".git"), "gitdir: ../nowhere\n");
    expect(await readGitFacts(temp.path)).toEqual({ root: temp.path, branch: undefined });
    await writeFile(temp.file(".git"), "x".repeat(100_000));
    expect(await readGitFacts(temp.path)).toEqual({ root: temp.path, branch: undefined });
  });
});

describe.skipIf(process.platform === "win32")("project memory", () => {
  it("never waits for a pipe", async () => {
    await using temp = await createTempFolder();
    execFileSync("mkfifo", [temp.file("QWEN.md")]);
    const memory = await readProjectMemory({ roots: [temp.path], parleyHome: temp.file("home") });
    expect(memory).toMatchObject({ files: [], text: "", leftOut: [{ shownPath: "QWEN.md" }] });
  });
});
