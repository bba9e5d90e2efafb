// A real bash with programs that write down how they were started.
import type { TempFolder } from "@parley/test-support";
import { spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { errnoOf } from "@parley/base";

export const BASH = "/bin/bash";

/** The name of a program, and the words it was given. */
type Run = readonly string[];

export interface Bash {
  /** What each line started, in no order. */
  runAll(lines: readonly string[]): Promise<readonly (readonly Run[])[]>;
  /** Those lines that are no errors to it. None of them is run. */
  accept(lines: readonly string[]): Promise<readonly string[]>;
}

const TIME_MS_MAX = 10_000;
/** Lines at the same time. */
const LANES = 4;
const RECORDED = ["marker", "ls", "git", "no"];
const REAL = ["cat", "env", "find", "nice", "nohup", "sh", "timeout", "xargs", "bash"];

/** Several may run at once: each process writes to a file of its own, first how many words it got. */
const RECORDER = `#!/bin/sh
printf '%s\\0' "$#" "\${0##*/}" "$@" >> "$LOG/$$"
`;

interface BashOptions {
  /** The programs are functions, wherever bash would take one: that saves most of the time. */
  readonly areFunctions?: boolean;
}

export async function createBash(folder: TempFolder, { areFunctions = false }: BashOptions = {}): Promise<Bash> {
  await mkdir(folder.file("bin"));
  await writeFile(folder.file("recorder"), RECORDER);
  await chmod(folder.file("recorder"), 0o755);
  for (const name of RECORDED) await symlink(folder.file("recorder"), folder.file("bin", name));
  for (const name of REAL) {
    const real = [`/bin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path));
    if (real !== undefined) await symlink(real, folder.file("bin", name));
  }
  const functions = RECORDED.map((name) => [
    `BASH_FUNC_${name}%%`,
    `() { printf '%s\\0' "$#" ${name} "$@" >> "$LOG/$BASHPID"; }`,
  ]);
  const own = areFunctions ? (Object.fromEntries(functions) as Record<string, string>) : {};
  let count = 0;
  const run = async (line: string): Promise<readonly Run[]> => {
    const place = folder.file(`${(count += 1)}`);
    await mkdir(`${place}/log`, { recursive: true });
    await mkdir(`${place}/cwd`);
    await runLine(line, place, { ...own, PATH: folder.file("bin") });
    return readRuns(`${place}/log`);
  };
  return {
    runAll: (lines) => inLanes(lines, run),
    async accept(lines) {
      const codes = await inLanes(lines, check);
      return lines.filter((_, index) => codes[index] === 0);
    },
  };
}

async function inLanes<T>(lines: readonly string[], work: (line: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const waiting = [...lines.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

async function check(line: string): Promise<unknown> {
  const [code]: unknown[] = await once(spawn(BASH, ["-n", "-c", "--", line], { stdio: "ignore" }), "exit");
  return code;
}

/** A line may loop for ever, and leave something behind: all of it is one group of processes, which ends here. */
async function runLine(line: string, place: string, own: Record<string, string>): Promise<void> {
  // A function of a generated line may call itself, each time in another process.
  const env = { ...own, LOG: `${place}/log`, HOME: place, FUNCNEST: "8" };
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  const child = spawn(BASH, ["-c", "--", `${line}\nwait`], { cwd: `${place}/cwd`, env, stdio, detached: true });
  const timer = setTimeout(() => endGroup(child.pid), TIME_MS_MAX);
  // Whatever is left of the line holds the other ends of these: they close when all of it has ended.
  child.stdout?.resume();
  child.stderr?.resume();
  await once(child, "close");
  clearTimeout(timer);
  endGroup(child.pid);
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (errnoOf(error) !== "ESRCH") throw error;
  }
}

async function readRuns(log: string): Promise<Run[]> {
  const names = await readdir(log);
  const texts = await Promise.all(names.map((name) => readFile(`${log}/${name}`, "utf8")));
  return texts.flatMap((text) => {
    const runs: Run[] = [];
    const words = text.split("\0").slice(0, -1);
    for (let count = words.shift(); count !== undefined; count = words.shift()) {
      runs.push(words.splice(0, Number(count) + 1));
    }
    return runs;
  });
}
