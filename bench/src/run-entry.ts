// Runs one bundled entry in a process of its own and reads the JSON it prints.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { DIST, type EntryName } from "./bundle.ts";

/** A measurement that takes longer has gone wrong, and would wait for ever. */
const ENTRY_TIMEOUT_MS = 120_000;

export interface EntryOptions {
  readonly args?: readonly string[];
  readonly nodeFlags?: readonly string[];
  /** Keeps the process and its children on one core, where that can be done. */
  readonly oneCore?: boolean;
}

export async function runEntry<Output>(name: EntryName, options: EntryOptions = {}): Promise<Output> {
  const { args = [], nodeFlags = [], oneCore = false } = options;
  const node = [process.execPath, ...nodeFlags, join(DIST, `${name}.js`), ...args];
  const [command = process.execPath, ...rest] = oneCore ? [...oneCorePrefix, ...node] : node;
  const signal = AbortSignal.timeout(ENTRY_TIMEOUT_MS);
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"], signal });
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "exit") as Promise<[number | null]>]);
  if (exitCode !== 0) throw new Error(`${name} ${args.join(" ")} ended with exit code ${exitCode}`);
  return JSON.parse(output) as Output;
}

/** Part of util-linux; without it the benchmark runs on any core. */
const PIN_COMMAND = "taskset";
/** Goes before a command; empty where it cannot be done. */
export const oneCorePrefix: readonly string[] = findOneCorePrefix();
export const canPin: boolean = oneCorePrefix.length > 0;

/** Linux lets a process choose its cores. */
function findOneCorePrefix(): readonly string[] {
  if (process.platform !== "linux") return [];
  const allowed = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  const last = allowed?.split(/[,-]/).at(-1);
  if (last === undefined || spawnSync(PIN_COMMAND, ["-c", last, "true"]).status !== 0) return [];
  return [PIN_COMMAND, "-c", last];
}
