// What `parley run` takes as a whole: the time until it is over, and the CPU of it, its agent and its server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

export interface RunCost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface RunPlace {
  readonly program: string;
  readonly home: string;
  readonly folder: string;
}

interface Output {
  readonly stdout: string;
  readonly cost: RunCost;
}

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

/** CPU of the command and of all that it waited for, as a shell counts it. */
export async function runParley({ program, home, folder }: RunPlace, args: readonly string[]): Promise<Output> {
  const script = '"$@"; code=$?; times >&2; exit $code';
  const env = { ...withoutOwnSettings(), PARLEY_HOME: home };
  const began = performance.now();
  const child = spawn("bash", ["-c", script, "bash", process.execPath, program, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const wallMs = performance.now() - began;
  if (child.exitCode !== 0) throw new Error(`parley ${args.join(" ")} exited with ${child.exitCode}: ${stderr}`);
  return { stdout, cost: { wallMs, cpuMs: readTimes(stderr) } };
}

/** The CPU of a process and everything it started, whether it still runs or has been waited for. */
export function treeCpuMs(pid: number): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat === undefined) continue;
    ticks.set(Number(name), stat.ticks);
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)]);
  }
  const sum = (one: number): number =>
    (children.get(one) ?? []).reduce((total, child) => total + sum(child), ticks.get(one) ?? 0);
  return sum(pid) * TICK_MS;
}

/** Undefined if it ended while it was looked for. */
function readStat(pid: string): { readonly parent: number; readonly ticks: number } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), ticks: user + system + childUser + childSystem };
  } catch {
    return undefined;
  }
}

/** The last line of `times`: user and system time of the children. */
function readTimes(stderr: string): number {
  const line = stderr.trimEnd().split("\n").at(-1) ?? "";
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

function withoutOwnSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PARLEY|npm)_/.test(name)));
}
