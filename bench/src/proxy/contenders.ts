// Who passes bytes on: `cat`, and ours with and without looking at them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { oneCorePrefix } from "../run-entry.ts";

export type ContenderName = "cat" | "blind" | "watching";
export const CONTENDERS: readonly ContenderName[] = ["cat", "blind", "watching"];

const PARLEY = fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));
const REPORT = new URL("../report-usage.mjs", import.meta.url).href;
/** What takes longer has gone wrong, and would wait for ever. */
const TIMEOUT_MS = 120_000;

/** The files of the programs, by name. */
export const programs = {
  countBytes: fileURLToPath(new URL("./programs/count-bytes.mjs", import.meta.url)),
  echo: fileURLToPath(new URL("./programs/echo.mjs", import.meta.url)),
  ping: fileURLToPath(new URL("./programs/ping.mjs", import.meta.url)),
  busyAgent: fileURLToPath(new URL("./programs/busy-agent.mjs", import.meta.url)),
};

/** Observing means the feed: without a feed, nothing is observed. A free port, so that no other feed is joined. */
const FLAGS: Readonly<Record<Exclude<ContenderName, "cat">, readonly string[]>> = {
  blind: ["--no-feed", "--no-observe"],
  watching: ["--feed-port", "0"],
};

/** The arguments of Node for `parley proxy`; the agent's command follows. */
function proxyArguments(name: Exclude<ContenderName, "cat">): readonly string[] {
  return [PARLEY, "proxy", ...FLAGS[name], "--"];
}

/** For a process that writes its usage to PARLEY_BENCH_FILE. */
export function reportingProxyArguments(): readonly string[] {
  return ["--import", REPORT, ...proxyArguments("watching")];
}

/** As words of a shell. */
export function proxyWords(name: Exclude<ContenderName, "cat">): string {
  return [process.execPath, ...proxyArguments(name)].map(quote).join(" ");
}

export function nodeWords(program: string, ...args: readonly string[]): string {
  return [process.execPath, program, ...args].map(quote).join(" ");
}

export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, PARLEY_HOME: join(folder, "home") };
}

/** What a shell script prints. Its standard input stays open until it is done. */
export async function runScript(script: string, folder: string, options: { isPinned?: boolean } = {}): Promise<string> {
  const words = [...(options.isPinned === true ? oneCorePrefix : []), "sh", "-c", script];
  const [command = "sh", ...args] = words;
  // A group of its own, so that all of it can be ended.
  const child = spawn(command, args, { cwd: folder, env: environment(folder), stdio: "pipe", detached: true });
  const timer = setTimeout(() => process.kill(-(child.pid ?? Number.NaN), "SIGKILL"), TIMEOUT_MS);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  clearTimeout(timer);
  child.stdin.destroy();
  if (exitCode !== 0 || stdout === "") throw new Error(`${script} ended with exit code ${exitCode}: ${stderr}`);
  return stdout;
}
