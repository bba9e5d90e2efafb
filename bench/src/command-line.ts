// Runs the built command line in a process of its own, and reads what it used.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Usage } from "./usage.ts";

const PARLEY = fileURLToPath(new URL("../../apps/cli/dist/parley.cjs", import.meta.url));
const REPORT = new URL("./report-usage.mjs", import.meta.url).href;

export type RunUsage = Pick<Usage, "cpuUs" | "rssPeakBytes">;

/** `parley run --format ndjson` with the scripted agent, read to its end. */
export function measureRun(prompt: string): Promise<RunUsage> {
  return inTempFolder(async (folder) => {
    const file = join(folder, "usage.json");
    const args = ["--import", REPORT, PARLEY, "run", "--agent", "script", "--format", "ndjson", prompt];
    const output = await run(process.execPath, args, folder, file);
    if (output.exitCode !== 0) throw new Error(`parley run ended with exit code ${output.exitCode}: ${output.stderr}`);
    return JSON.parse(await readFile(file, "utf8")) as RunUsage;
  });
}

/** CPU of a whole `node -e 0`, as a shell counts it. */
export async function measureNode(): Promise<number> {
  const script = `"${process.execPath}" -e 0; times`;
  const { stdout } = await run("bash", ["-c", script], tmpdir(), "");
  const [, children = ""] = stdout.trim().split("\n");
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

interface Output {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(command: string, args: readonly string[], folder: string, file: string): Promise<Output> {
  // A server in the background would be measured by the next command, and outlive the benchmark.
  const env = { ...process.env, PARLEY_HOME: join(folder, "home"), PARLEY_BENCH_FILE: file, PARLEY_SERVER: "off" };
  const child = spawn(command, [...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const isRun = args.includes("ndjson");
  // The events are not read; collecting them would cost more than making them.
  if (isRun) child.stdout.resume();
  const [stdout, stderr] = await Promise.all([
    isRun ? "" : text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, "close"),
  ]);
  return { exitCode: child.exitCode, stdout, stderr };
}

export async function inTempFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
