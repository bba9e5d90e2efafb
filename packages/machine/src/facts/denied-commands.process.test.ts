import { createTempFolder } from "@parley/test-support";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DENIED_ATTACKS, type DeniedAttack } from "./testing/denied-attacks.ts";
import { judgeLine } from "./testing/judge.ts";
import { setScene, type Scene } from "./testing/scene.ts";
import { git } from "./testing/workplace.ts";

const REMOVES = "rm victim";
const FILES: Readonly<Record<string, string>> = {
  victim: "",
  words: `${REMOVES}\n`,
  big: Array.from({ length: 300 }, (_, index) => `${(index * 7919) % 300} ${"x".repeat(100)}\n`).join(""),
  "script.sh": `#!/bin/sh\n${REMOVES}\n`,
  "script.js": `require("child_process").execSync("${REMOVES}");\n`,
  "script.pl": `system("${REMOVES}");\n`,
  "script.py": `import os; os.system("${REMOVES}")\n`,
  "script.awk": `BEGIN { system("${REMOVES}") }\n`,
  "script.sed": `1e ${REMOVES}\n`,
  "parts/one": `#!/bin/sh\n${REMOVES}\n`,
  Makefile: `all:\n\t${REMOVES}\nother:\n\t@true\n`,
  "package.json": `{"scripts": {"gone": "${REMOVES}"}}`,
  "x.c": "int x;\n",
  "foo.txt": "foo\n",
};

const AT_ONCE = 3;

let scene: Scene;
beforeAll(async () => {
  scene = await setScene(createTempFolder, { inherited: { PATH: process.env["PATH"] } });
  await prepare(scene.inside.path);
});
afterAll(() => scene[Symbol.asyncDispose]());

async function prepare(folder: string): Promise<void> {
  await mkdir(join(folder, "parts"), { recursive: true });
  await mkdir(join(folder, "template"));
  await mkdir(join(folder, "links"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  for (const name of ["script.sh", "parts/one"]) await chmod(join(folder, name), 0o755);
  await symlink("/bin/rm", join(folder, "links", "ls"));
  await git(folder, "init", "-q", "-b", "main");
  for (const [name, value] of [
    ["user.name", "x"],
    ["user.email", "x@example.com"],
  ])
    await git(folder, "config", name ?? "", value ?? "");
  await git(folder, "add", "foo.txt");
  await git(folder, "commit", "-qm", "first");
  await writeFile(join(folder, "foo.txt"), "foo 2\n");
  await git(folder, "commit", "-qam", "second");
  await git(folder, "init", "-q", "--bare", "bare");
  await mkdir(join(folder, "bare/tree"));
  const settings = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = tree\n\tfsmonitor = "rm -f ../../victim ../victim;:"\n`;
  await writeFile(join(folder, "bare/config"), settings);
}

/** As it was before a line was run in it. */
async function restore(folder: string, { line }: DeniedAttack): Promise<void> {
  if (/git|PATH|rebase/.test(line)) {
    await rm(folder, { recursive: true, force: true });
    await cp(scene.inside.path, folder, { recursive: true, verbatimSymlinks: true });
    return;
  }
  await writeFile(join(folder, "victim"), "");
  const known = await readdir(scene.inside.path);
  const made = (await readdir(folder)).filter((name) => !known.includes(name));
  for (const name of made) await rm(join(folder, name), { recursive: true, force: true });
}

function isInstalled(names = ""): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const isThere = (name: string): boolean =>
    name.startsWith("/") ? existsSync(name) : folders.some((one) => existsSync(join(one, name)));
  return names === "" || names.split(" ").every(isThere);
}

/** Whether the file is gone after the line ran in a real shell. */
async function works(folder: string, { line }: DeniedAttack): Promise<boolean> {
  const env = { PATH: process.env["PATH"], HOME: scene.outside.path, HOOK: "rm victim; :" };
  const child = spawn("/bin/bash", ["--norc", "-c", line], { cwd: folder, env, stdio: "ignore", timeout: 60_000 });
  await once(child, "close");
  return !existsSync(join(folder, "victim"));
}

/** Takes lines until none is left; those that did nothing stay in `idle`. */
async function tryLines(folder: string, left: DeniedAttack[], idle: string[]): Promise<void> {
  await cp(scene.inside.path, folder, { recursive: true, verbatimSymlinks: true });
  for (let attack = left.pop(); attack !== undefined; attack = left.pop()) {
    if (!(await works(folder, attack))) idle.push(attack.line);
    await restore(folder, attack);
  }
}

const RULES = { rules: [{ verdict: "deny", kind: "execute", program: "rm" }] };

describe.skipIf(process.platform !== "linux")("a rule that denies a program", () => {
  it("is not evaded, not even at the level bypass", async () => {
    expect(DENIED_ATTACKS.length).toBeGreaterThan(120);
    const allowed: string[] = [];
    for (const { line } of DENIED_ATTACKS) {
      const { verdict, reason } = await judgeLine(scene, { line }, "bypass", RULES);
      if (verdict === "allow") allowed.push(`${line}: ${reason}`);
    }
    expect(allowed).toEqual([]);
  });

  it("would be, by each of these lines", { timeout: 240_000 }, async () => {
    const left = DENIED_ATTACKS.filter(({ isShown, needs }) => isShown !== false && isInstalled(needs));
    const idle: string[] = [];
    const folders = Array.from({ length: AT_ONCE }, (_, index) => scene.outside.file(`try-${index}`));
    await Promise.all(folders.map((folder) => tryLines(folder, left, idle)));
    expect(idle).toEqual([]);
  });
});
