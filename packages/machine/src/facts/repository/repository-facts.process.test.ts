import { createTempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setScene, type Scene } from "../testing/scene.ts";
import { judgeLine } from "../testing/judge.ts";
import { git } from "../testing/workplace.ts";

const run = promisify(execFile);

let scene: Scene;
let evil: string;
beforeEach(async () => {
  scene = await setScene(createTempFolder);
  const { inside, outside } = scene;
  evil = outside.file("evil");
  await writeFile(evil, `#!/bin/sh\n: > ${outside.file("trace")}\ncat\n`);
  await chmod(evil, 0o755);
  await git(inside.path, "init", "-q", "-b", "main");
  await put("a.txt", "one\n");
  await git(inside.path, "add", ".");
  await git(inside.path, "commit", "-qm", "first");
  await put("a.txt", "two\n");
});
afterEach(() => scene[Symbol.asyncDispose]());

async function put(name: string, text: string): Promise<string> {
  const path = scene.inside.file(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** Adds to the settings of the workspace's own repository. */
function setUp(text: string): Promise<void> {
  return appendFile(scene.inside.file(".git/config"), text.replaceAll("@", evil));
}

async function judge(line: string, cwd = "."): Promise<string> {
  const { verdict, reason } = await judgeLine(scene, { line, cwd }, "auto");
  return verdict === "allow" ? "allow" : reason;
}

/** Whether git runs the program. */
async function runs(line: string, cwd = "."): Promise<boolean> {
  const env = { PATH: process.env["PATH"], HOME: scene.outside.path, GIT_CONFIG_NOSYSTEM: "1" };
  // It may fail once the program ran.
  await run("/bin/bash", ["-c", `exec < /dev/null; ${line}`], { cwd: scene.inside.file(cwd), env }).catch(
    () => undefined,
  );
  return existsSync(scene.outside.file("trace"));
}

describe.skipIf(process.platform !== "linux")("git in the workspace's own repository", () => {
  it("is fine with ordinary settings", async () => {
    await setUp(
      '[user]\n\tname = x ; who\n[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n' +
        '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[core]\n\tfsmonitor = true\n\tpager = less -R\n' +
        '\thooksPath = .husky/_\n\tautocrlf\n[pager]\n\tlog = false\n[alias]\n\tst = "!echo \\"x\\""\n[diff]\n\talgorithm = histogram\n' +
        '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n' +
        '[merge "x"]\n\tdriver = y %A\n[lfs "https://example.com"]\n\taccess = basic\n[credential]\n\thelper = store\n',
    );
    expect(await judge("git status")).toBe("allow");
    expect(await judge("git diff --stat")).toBe("allow");
  });

  it.each<[settings: string, name: string, line: string]>([
    ["[core]\n\tfsmonitor = @\n", "core.fsmonitor", "git status"],
    ['[core]\nfsmonitor="@"\n', "core.fsmonitor", "git diff"],
    ["[CORE]\n\tFSMonitor = @ # on\n", "core.fsmonitor", "git status"],
    ["[core] fsmonitor = @\n", "core.fsmonitor", "git status"],
    ["[core]\n\tfsmonitor = \\\n@\n", "core.fsmonitor", "git status"],
    ["[diff]\n\texternal = @\n", "diff.external", "git diff"],
    ['[diff "word"]\n\ttextconv = @\n', "diff.word.textconv", "git diff"],
    ['[diff "word"]\n\tcommand = @\n', "diff.word.command", "git diff"],
    ["[diff.word]\n\ttextconv = @\n", "diff.word.textconv", "git diff"],
    ['[filter "word"]\n\tclean = @\n', "filter.word.clean", "git diff"],
    ['[filter "word"]\n\tprocess = @\n', "filter.word.process", "git status"],
  ])("is asked about with %j", async (settings, name, line) => {
    await put(".gitattributes", "*.txt diff=word filter=word\n");
    await setUp(settings);
    expect(await judge(line)).toContain(name);
    expect(await runs(line)).toBe(true);
  });

  it.each<[settings: string, name: string]>([
    ["[core]\n\tpager = @\n", "core.pager"],
    ["[pager]\n\tlog = @\n", "pager.log"],
    ["[gpg]\n\tprogram = @\n", "gpg.program"],
    ["[log]\n\tshowSignature = true\n", "log.showsignature"],
    ["[core]\n\tworktree = /etc\n", "core.worktree"],
    ["[core]\n\talternateRefsCommand = @\n", "core.alternaterefscommand"],
    ['[remote "o"]\n\tpromisor = true\n\turl = x\n\tuploadpack = @\n', "remote.o.url"],
    ['[remote "o"]\n\tpromisor = true\n\turl = https://example.com\n\tuploadpack = @\n', "remote.o.uploadpack"],
    ["[extensions]\n\tpartialClone = o\n[core]\n\tsshCommand = @\n", "core.sshcommand"],
    ["= broken\n", "settings that cannot be read"],
  ])("is asked about with %j as well", async (settings, name) => {
    await setUp(settings);
    expect(await judge("git log")).toContain(name);
  });

  it("is asked about with settings from other files", async () => {
    await put("more.config", `[core]\n\tfsmonitor = ${evil}\n`);
    await setUp("[include]\n\tpath = ../more.config\n");
    expect(await judge("git status")).toContain("include.path");
    expect(await runs("git status")).toBe(true);
  });

  it("is asked about with settings of the worktree alone", async () => {
    await setUp("[extensions]\n\tworktreeConfig = true\n");
    await put(".git/config.worktree", `[core]\n\tfsmonitor = ${evil}\n`);
    expect(await judge("git status")).toContain("core.fsmonitor");
    expect(await runs("git status")).toBe(true);
  });

  it.each([".git/hooks", "hooks"])(
    "is asked about with a hook in %s that runs when the index changes",
    async (folder) => {
      await setUp(folder === "hooks" ? "[core]\n\thooksPath = hooks\n" : "");
      await chmod(await put(`${folder}/post-index-change`, `#!/bin/sh\n${evil} < /dev/null\n`), 0o755);
      expect(await judge("git status")).toContain("post-index-change");
      await run("touch", ["-d", "2020-01-01", scene.inside.file("a.txt")]);
      await put("a.txt", "one\n");
      expect(await runs("git status")).toBe(true);
    },
  );

  it("is asked about with a submodule whose settings run something", async () => {
    const { inside } = scene;
    await git(inside.path, "init", "-q", "sub");
    await put("sub/b.txt", "b\n");
    await git(inside.file("sub"), "add", ".");
    await git(inside.file("sub"), "commit", "-qm", "b");
    await git(inside.path, "add", "sub");
    expect(await judge("git status")).toBe("allow");
    await appendFile(inside.file("sub/.git/config"), `[core]\n\tfsmonitor = ${evil}\n`);
    expect(await judge("git status")).toContain("the submodule sub: core.fsmonitor");
    expect(await runs("git status")).toBe(true);
    await git(inside.path, "update-index", "--index-version", "4");
    expect(await judge("git diff")).toContain("the submodule sub: core.fsmonitor");
    await git(inside.path, "update-index", "--split-index");
    expect(await judge("git diff")).toContain("an index");
  });
});

describe.skipIf(process.platform !== "linux")("git elsewhere", () => {
  const other = "git would use a repository other than the workspace's";

  it("is asked about where the workspace itself was made a bare repository", async () => {
    await rm(scene.inside.file(".git"), { recursive: true });
    expect(await judge("git status")).toMatch(/repository/);
    await put("HEAD", "ref: refs/heads/main\n");
    await put("refs/x", "");
    await put("objects/x", "");
    await put("tree/x", "");
    await put(
      "config",
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${scene.inside.file("tree")}\n\tfsmonitor = ${evil}\n`,
    );
    expect(await judge("git status")).toBe(other);
    expect(await runs("git status")).toBe(true);
  });

  it("is asked about with a .git that leads into the workspace", async () => {
    const { inside } = scene;
    await rename(inside.file(".git"), inside.file("moved"));
    await symlink("moved", inside.file(".git"));
    expect(await judge("git status")).toBe(other);
    await rm(inside.file(".git"));
    await put(".git", "gitdir: moved\n");
    expect(await judge("git status")).toBe(other);
    await put(".git", "gitdir: nowhere\n");
    expect(await judge("git status")).toBe(other);
  });

  it("is fine in a worktree, and in a folder of a larger repository", async () => {
    const { inside, outside } = scene;
    await git(inside.path, "worktree", "add", "-q", outside.file("tree"));
    const linked = await setScene(async () => ({
      ...inside,
      path: outside.file("tree"),
      file: (...names) => [outside.file("tree"), ...names].join("/"),
    }));
    expect((await judgeLine(linked, { line: "git status" }, "auto")).verdict).toBe("allow");
    await appendFile(inside.file(".git/config"), `[core]\n\tfsmonitor = ${evil}\n`);
    expect((await judgeLine(linked, { line: "git status" }, "auto")).reason).toContain("core.fsmonitor");
    await mkdir(inside.file("packages/one"), { recursive: true });
    await git(inside.path, "config", "--unset", "core.fsmonitor");
    const part = await setScene(async () => ({
      ...inside,
      path: inside.file("packages/one"),
      file: (...names) => [inside.file("packages/one"), ...names].join("/"),
    }));
    expect((await judgeLine(part, { line: "git status" }, "auto")).verdict).toBe("allow");
  });
});

describe.skipIf(process.platform !== "linux")("a program that PATH leads to", () => {
  it("is not the system's if it lies in the workspace", async () => {
    const { inside } = scene;
    const inherited = { PATH: `${inside.file("node_modules/.bin")}:.:${process.env["PATH"]}` };
    const open = await setScene(async () => inside, { inherited });
    expect((await judgeLine(open, { line: "ls" }, "auto")).verdict).toBe("allow");
    await put("node_modules/.bin/ls", "#!/bin/sh\n");
    expect((await judgeLine(open, { line: "ls" }, "auto")).reason).toContain("run from a folder of this session");
    await put("deep/cat", "#!/bin/sh\n");
    expect((await judgeLine(open, { line: "cat a.txt" }, "auto")).verdict).toBe("allow");
    expect((await judgeLine(open, { line: "cat ../a.txt", cwd: "deep" }, "auto")).verdict).toBe("ask");
    expect((await judgeLine(open, { line: "cd deep && cat ../a.txt" }, "auto")).verdict).toBe("ask");
  });
});
