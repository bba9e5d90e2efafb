// A workspace as a hostile agent would prepare it: its own repository, others inside it, a secret, and a program that leaves a trace.
import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Scene } from "./scene.ts";

const run = promisify(execFile);

/** What a file that must not be shown holds. */
export const SECRET = "hunter2-planted";

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Read me\nfoo v1\n",
  "a.txt": "b,2\na,1\nfoo\n",
  "b.txt": "a,1\n",
  "package.json": "{}\n",
  "src/a.ts": "export const foo = 1;\n",
  "src/b.ts": "export const bar = 2;\n",
  "test/a.test.ts": "// foo\n",
  ".env": `TOKEN=${SECRET}\n`,
  ".gitignore": ".env\n*.trace\n",
  "config/.env": `TOKEN=${SECRET}\n`,
  "infra/prod.tf": `password = "${SECRET}"\n`,
  "empty/keep": "",
  "decoy/.env": "x\n",
  magic: "0 string foo found-by-the-agent's-magic\n",
};

/** Leaves a trace wherever it is run; the name of the trace comes by a variable that only the test sets. */
const LEAVES_TRACE = '#!/bin/sh\n: > "$TRACE"\ncat\n';
const PROGRAMS = ["evil", "bin/ls", "bin/git", "bin/git-evil"];

export async function prepareWorkplace({ inside }: Scene): Promise<void> {
  const top = inside.path;
  for (const [name, text] of Object.entries(FILES)) await put(join(top, name), text);
  for (const name of PROGRAMS) {
    await put(join(top, name), LEAVES_TRACE);
    await chmod(join(top, name), 0o755);
  }
  await git(top, "init", "-q", "-b", "main");
  await git(top, "add", "README.md", "a.txt", "b.txt", "package.json", "src", "test");
  await git(top, "commit", "-qm", "first");
  await put(join(top, "README.md"), "# Read me\nfoo v2\n");
  await git(top, "commit", "-qam", "second");
  // Written file by file, as an agent may: a bare repository in a plain folder.
  await git(top, "init", "-q", "--bare", join(top, "bare"));
  await put(join(top, "bare/config"), toConfig(top));
  await mkdir(join(top, "bare/tree"), { recursive: true });
  await git(top, "init", "-q", join(top, "nested"));
  await put(join(top, "nested/.git/config"), toConfig(top));
  await put(join(top, "pointing/.git"), "gitdir: ../bare\n");
}

function toConfig(top: string): string {
  return `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${top}/bare/tree\n\tfsmonitor = ${top}/evil\n`;
}

export async function git(cwd: string, ...words: readonly string[]): Promise<void> {
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", HOME: cwd, GIT_CONFIG_GLOBAL: "/dev/null" };
  await run("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...words], { cwd, env });
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
