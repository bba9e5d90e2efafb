// Starts processes, takes snapshots and reads a flood of output; prints what each cost, beside Node's own.
import { createHunks } from "@parley/base/hunks";
import { createSnapshots, createTerminal, spawnProcess, type Sandbox } from "@parley/machine";
import { createSandbox, probeSandbox } from "@parley/machine/sandbox";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MachineSample } from "./suites/machine.ts";

const SPAWNS = 100;
const SANDBOX_STARTS = 30;
const FILES = 2_000;
const LINES = 5_000;
const CHANGED_EVERY = 50;
const HUNK_ROUNDS = 20;
const FLOOD = "head -c 100000000 /dev/zero | tr '\\0' x";

const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
try {
  const firstBareMs = await startBare();
  const firstMs = (await startGuarded()) - firstBareMs;
  const sample: MachineSample = {
    firstMs,
    laterMs: await compareSpawns(),
    ...(await compareSandboxes()),
    ...(await measureSnapshots()),
    hunksMs: measureHunks(),
    ...(await measureFlood()),
  };
  process.stdout.write(JSON.stringify(sample));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function startBare(): Promise<number> {
  const start = performance.now();
  const child = spawn("/bin/true", [], { cwd: folder, stdio: "pipe", detached: true });
  await once(child, "spawn");
  const ms = performance.now() - start;
  if (child.exitCode === null) await once(child, "exit");
  return ms;
}

async function startGuarded(): Promise<number> {
  const start = performance.now();
  const child = await spawnProcess({ command: "/bin/true", cwd: folder });
  const ms = performance.now() - start;
  await child.exited;
  return ms;
}

async function compareSpawns(): Promise<number> {
  const bare: number[] = [];
  const guarded: number[] = [];
  for (let count = 0; count < SPAWNS; count += 1) {
    bare.push(await startBare());
    guarded.push(await startGuarded());
  }
  return median(guarded) - median(bare);
}

/** From the start to the first word of a program, in turn without and with a sandbox. */
async function compareSandboxes(): Promise<Pick<MachineSample, "plainWordMs" | "sandboxedWordMs">> {
  if (!(await probeSandbox()).isAvailable) return { plainWordMs: undefined, sandboxedWordMs: undefined };
  const project = join(folder, "project");
  await mkdir(project);
  await using sandbox = createSandbox({ network: "open", roots: [project], parleyHome: join(folder, "parley") });
  const plain: number[] = [];
  const sandboxed: number[] = [];
  for (let count = 0; count < SANDBOX_STARTS; count += 1) {
    plain.push(await firstWord(project));
    sandboxed.push(await firstWord(project, sandbox));
  }
  return { plainWordMs: median(plain), sandboxedWordMs: median(sandboxed) };
}

async function firstWord(cwd: string, sandbox?: Sandbox): Promise<number> {
  const start = performance.now();
  const child = await spawnProcess({ command: "/bin/echo", args: ["word"], cwd, sandbox });
  await once(child.stdout, "data");
  const ms = performance.now() - start;
  await child.exited;
  return ms;
}

async function measureSnapshots(): Promise<{ snapshotFirstMs: number; snapshotNextMs: number }> {
  const work = join(folder, "work");
  for (let index = 0; index < FILES; index += 1) {
    const parent = join(work, `folder-${index % 50}`);
    if (index < 50) await mkdir(parent, { recursive: true });
    await writeFile(join(parent, `file-${index}.ts`), `export const value = ${index};\n`.repeat(40));
  }
  const snapshots = await createSnapshots({ folder: work, store: join(folder, "store") });
  const take = async (): Promise<number> => {
    const start = performance.now();
    await snapshots.take();
    return performance.now() - start;
  };
  const snapshotFirstMs = await take();
  await writeFile(join(work, "folder-1", "file-1.ts"), "changed\n");
  return { snapshotFirstMs, snapshotNextMs: await take() };
}

function measureHunks(): number {
  const lines = Array.from({ length: LINES }, (_, number) => `line ${number} of the file\n`);
  const changed = lines.map((line, number) => (number % CHANGED_EVERY === 0 ? `changed ${number}\n` : line));
  const [before, after] = [lines.join(""), changed.join("")];
  const times: number[] = [];
  for (let round = 0; round < HUNK_ROUNDS; round += 1) {
    const start = process.cpuUsage();
    createHunks(before, after);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1_000);
  }
  return median(times);
}

async function measureFlood(): Promise<{ floodRatio: number; floodRssMb: number }> {
  const bare = await cpuOf(async () => {
    const child = spawn("/bin/sh", ["-c", FLOOD], { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.on("data", () => undefined);
    await once(child, "close");
  });
  const rssBefore = process.memoryUsage.rss();
  const ours = await cpuOf(async () => {
    await using terminal = await createTerminal({ command: FLOOD, cwd: folder });
    await terminal.waitForExit();
  });
  return { floodRatio: ours / bare, floodRssMb: (process.memoryUsage.rss() - rssBefore) / 1e6 };
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
