// Identifies a process, so that another one can find out whether it still runs, even if its pid was reused.
import { execFile } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { isAlive } from "./process-alive.ts";

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The boot and the pid namespace; "" if the system does not say. */
  readonly boot: string;
  readonly space: string;
  /** When it started, in the system's own format; "" if the system does not say. */
  readonly start: string;
}

const execute = promisify(execFile);

let own: Promise<ProcessIdentity> | undefined;

export function identifyThisProcess(): Promise<ProcessIdentity> {
  own ??= identify();
  return own;
}

async function identify(): Promise<ProcessIdentity> {
  const { pid } = process;
  return { pid, host: hostname(), ...readMachine(), start: (await readStart(pid)) ?? "" };
}

/** `undefined`: unknown from here. */
export async function isRunning(other: ProcessIdentity): Promise<boolean | undefined> {
  const { boot, space, host, ...self } = await identifyThisProcess();
  const isKnownRun = boot !== "" && other.boot !== "";
  if (host !== other.host && (!isKnownRun || boot !== other.boot)) return undefined;
  if (isKnownRun && boot !== other.boot) return false;
  if (space !== other.space) return undefined;
  // On some systems this starts a process.
  if (other.pid === self.pid && other.start === self.start) return true;
  const start = await readStart(other.pid);
  return start !== undefined && (start === "" || other.start === "" || start === other.start);
}

function readMachine(): Pick<ProcessIdentity, "boot" | "space"> {
  if (process.platform !== "linux") return { boot: "", space: "" };
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return { boot, space: readlinkSync("/proc/self/ns/pid") };
  } catch {
    return { boot: "", space: "" }; // No /proc here: pids have to suffice.
  }
}

/** `undefined`: the process does not exist. */
async function readStart(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === "linux") return readProcStart(pid);
  return process.platform === "win32" ? "" : readPsStart(pid);
}

function readProcStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name comes first, in parentheses, and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : (fields[19] ?? "");
  } catch {
    return isAlive(pid) ? "" : undefined; // It has just exited, or /proc hides it.
  }
}

async function readPsStart(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await execute("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env: { LC_ALL: "C" } });
    const [state = "", ...start] = stdout.trim().split(/\s+/);
    return state === "" || state.startsWith("Z") ? undefined : start.join(" ");
  } catch {
    return isAlive(pid) ? "" : undefined; // It has just exited, or ps is missing.
  }
}
