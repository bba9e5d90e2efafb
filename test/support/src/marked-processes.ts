// Finds and ends what a test started, however deep it is nested or detached: by a marker in the environment.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { KILL_WAIT_MS } from "./limits.ts";

const VARIABLE = "PARLEY_TEST_MARKER";

export interface Marker {
  /** To be added to the environment of a child; its own children inherit it. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * The pids of the processes that carry it and live on. Only Linux can tell; elsewhere there are none. A program that was started a
   * moment ago may not be among them: its environment cannot be read until the system has loaded it.
   */
  find(): Promise<number[]>;
  /** Kills them one by one and returns the pids; those who came in the meantime as well. */
  reap(): Promise<number[]>;
}

export function createMarker(): Marker {
  const value = randomUUID();
  const entry = `${VARIABLE}=${value}`;
  const find = async (): Promise<number[]> => findByEnvironment(entry);
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
function findByEnvironment(entry: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => carries(pid, entry)).map(Number);
}

function carries(pid: string, entry: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(entry) && !isDying(pid);
  } catch {
    return false; // It has exited, or belongs to another user.
  }
}

/** As Linux counts them: the bit of SIGKILL in a set of signals, and the flag of a process that is exiting. */
const SIGKILL_BIT = 1 << 8;
const EXITING_FLAG = 0x4;

/** It was killed, or is exiting: on a busy machine it takes a while until it is gone. */
function isDying(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // Behind its name, which is in parentheses and may contain anything.
  const flags = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[6]);
  if ((flags & EXITING_FLAG) !== 0) return true;
  const pending = /^SigPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? "0";
  return (Number.parseInt(pending.slice(-8), 16) & SIGKILL_BIT) !== 0;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
