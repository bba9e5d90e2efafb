// Which processes of a run are there: by the mark that this process has in its environment and hands down.
import { guard } from "@parley/machine";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { LOOK_AGAIN_MS } from "./limits.ts";

const CAN_TELL = process.platform === "linux";
/** Reads our own TypeScript, and comes when it is needed. */
const COMPILER = /\/esbuild --service=/;

export interface ProcessWatch {
  /** Only Linux lists processes; elsewhere none is found. */
  readonly canTell: boolean;
  /** `pid command line` of those that came since, and fit. */
  find(fits: (line: string) => boolean): Promise<readonly string[]>;
  /** Waits until there are some, but no longer than this. */
  waitForSome(fits: (line: string) => boolean, ms: number): Promise<readonly string[]>;
  /** Waits until there are none, but no longer than this; what is left. */
  waitForNone(fits: (line: string) => boolean, ms: number): Promise<readonly string[]>;
}

/** `marker`: the variable and its value, as `createMarker` gives it. */
export async function watchProcesses(marker: string): Promise<ProcessWatch> {
  // Our own guard stays as long as we do.
  await guard.start();
  const own = new Set(await findMarked(marker));
  const find: ProcessWatch["find"] = async (fits) => {
    const pids = (await findMarked(marker)).filter((pid) => !own.has(pid));
    const lines = await Promise.all(pids.map(async (pid) => `${pid} ${await readCommandLine(pid)}`));
    // Without a command line it has ended, and waits for its parent to notice.
    return lines.filter((line) => !line.endsWith(" ") && !COMPILER.test(line) && fits(line));
  };
  /** The system has no event for another process's children. */
  const waitUntil = async (
    isThere: boolean,
    fits: (line: string) => boolean,
    ms: number,
  ): Promise<readonly string[]> => {
    const deadline = Date.now() + (CAN_TELL ? ms : 0);
    let found = await find(fits);
    for (; found.length > 0 !== isThere && Date.now() < deadline; found = await find(fits)) await sleep(LOOK_AGAIN_MS);
    return found;
  };
  return {
    canTell: CAN_TELL,
    find,
    waitForSome: (fits, ms) => waitUntil(true, fits, ms),
    waitForNone: (fits, ms) => waitUntil(false, fits, ms),
  };
}

async function findMarked(marker: string): Promise<readonly number[]> {
  if (!CAN_TELL) return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""); // It has just ended.
      return environment.split("\0").includes(marker);
    }),
  );
  return pids.filter((_, at) => marked[at]);
}

async function readCommandLine(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return line.replaceAll("\0", " ").trim();
}
