// Finds and ends what a test started, however deep it is nested or detached: by a marker in the environment.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { KILL_WAIT_MS } from "./limits.ts";

const VARIABLE = "PARLEY_TEST_MARKER";
/** A program is loaded within milliseconds; longer on a busy machine. */
const LOOKS_MAX = 500;

export interface Marker {
  /** To be added to the environment of a child; its own children inherit it. */
  readonly env: Readonly<Record<string, string>>;
  /** The pids of the processes that carry it and live on. Only Linux can tell; elsewhere there are none. */
  find(): Promise<number[]>;
  /** Kills them one by one and returns the pids; those who came in the meantime as well. */
  reap(): Promise<number[]>;
}

export function createMarker(): Marker {
  const value = randomUUID();
  const entry = `${VARIABLE}=${value}`;
  const find = (): Promise<number[]> => findByEnvironment(entry);
  return {
    env: { [VARIABLE]: value },
    find,
    async reap() {
      const reaped = new Set<number>();
      const deadline = Date.now() + KILL_WAIT_MS;
      for (let pids = await find(); pids.length > 0 && Date.now() < deadline; pids = await find()) {
        for (const pid of pids) {
          reaped.add(pid);
          kill(pid);
        }
        // A killed process is there until the kernel has taken it away; there is no event for that.
        await sleep(10);
      }
      return [...reaped];
    },
  };
}

/** Every test looks at its end, some look again and again: reading in turn takes a quarter of the time of reading at once. */
async function findByEnvironment(entry: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const ended = new Set<string>();
  for (let look = 0; ; look += 1) {
    const known = ended.size;
    const states = readStates(entry);
    for (const [pid, state] of states) if (state === "ended") ended.add(pid);
    const found = [...states].filter(([, state]) => state === "running").map(([pid]) => Number(pid));
    // One that ended during the look may have started another just before, which the look did not see.
    const isUnsure = ended.size > known || [...states.values()].includes("loading");
    if (found.length > 0 || !isUnsure || look >= LOOKS_MAX) return found;
    await sleep(1);
  }
}

/** `ended`: it is exiting, or gone. `loading`: its environment cannot be read yet. Both may be processes of others. */
type ProcessState = "running" | "ended" | "loading";

function readStates(entry: string): Map<string, ProcessState> {
  const states = new Map<string, ProcessState>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const state = readState(pid, entry);
    if (state !== undefined) states.set(pid, state);
  }
  return states;
}

/** Undefined if it is known not to carry the entry. */
function readState(pid: string, entry: string): ProcessState | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    if (environment.length === 0) return readFileSync(`/proc/${pid}/cmdline`).length === 0 ? "loading" : undefined;
    if (!environment.includes(entry)) return undefined;
    return isDying(pid) ? "ended" : "running";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Without memory: it has exited, or is a part of the kernel.
    if (code === "ESRCH") return isOfKernel(pid) ? undefined : "ended";
    return code === "ENOENT" ? "ended" : undefined; // Otherwise it belongs to another user.
  }
}

/** As Linux counts them: the bit of SIGKILL in a set of signals, and the flag of a process that is exiting. */
const SIGKILL_BIT = 1 << 8;
const EXITING_FLAG = 0x4;
const KERNEL_FLAG = 0x20_0000;

/** It was killed, or is exiting: on a busy machine it takes a while until it is gone. */
function isDying(pid: string): boolean {
  if ((readFlags(pid) & EXITING_FLAG) !== 0) return true;
  const pending = /^SigPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? "0";
  return (Number.parseInt(pending.slice(-8), 16) & SIGKILL_BIT) !== 0;
}

function isOfKernel(pid: string): boolean {
  try {
    return (readFlags(pid) & KERNEL_FLAG) !== 0;
  } catch {
    return false; // It is gone.
  }
}

function readFlags(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // Behind its name, which is in parentheses and may contain anything.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[6]);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
