// Starts the run of one agent in a process of its own, gathers its results, and sees that nothing survives it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createMarker, createTempFolder, type Marker } from "@parley/test-support";
import type { AgentRecipe } from "./agents/recipe.ts";
import type { CheckName } from "./checks/names.ts";
import { GONE_MS, LAST_WORDS_CHARS_MAX, LOOK_AGAIN_MS, RUN_MS } from "./limits.ts";
import type { Cell } from "./cell.ts";
import { cleanEnvironment, type ScenePlace } from "./environment.ts";

export interface WorkerTask extends ScenePlace {
  readonly name: string;
  readonly only?: readonly CheckName[] | undefined;
  /** `NAME=value` in the environment of everything that the run starts. */
  readonly marker: string;
}

export interface AgentResult {
  readonly recipe: AgentRecipe;
  readonly cells: readonly Cell[];
  /** What went wrong outside of the checks. */
  readonly trouble: readonly string[];
}

export interface StartOptions {
  readonly installed: string;
  readonly only?: readonly CheckName[] | undefined;
  /** Where to keep what passed between client and agent. */
  readonly traceFolder?: string | undefined;
  /** Without the workarounds for the agent's faults. */
  readonly ignoresQuirks?: boolean | undefined;
  readonly onCell?: ((cell: Cell) => void) | undefined;
  /** Ends the run; what it started is ended too. */
  readonly signal?: AbortSignal | undefined;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));
const worker = fileURLToPath(new URL("worker.main.ts", import.meta.url));

export async function startRun(recipe: AgentRecipe, options: StartOptions): Promise<AgentResult> {
  await using folder = await createTempFolder();
  const marker = createMarker();
  const [[variable, value] = []] = Object.entries(marker.env);
  const task: WorkerTask = {
    name: recipe.name,
    installed: options.installed,
    root: folder.path,
    only: options.only,
    ignoresQuirks: options.ignoresQuirks,
    traceFile: options.traceFolder === undefined ? undefined : join(options.traceFolder, `${recipe.name}.ndjson`),
    marker: `${variable}=${value}`,
  };
  const child = spawn(
    process.execPath,
    ["--conditions=parley:source", "--import", "tsx", worker, JSON.stringify(task)],
    {
      cwd: repository,
      env: { ...cleanEnvironment(folder.path), ...marker.env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: RUN_MS,
      killSignal: "SIGKILL",
    },
  );
  const stop = (): void => void child.kill("SIGKILL");
  options.signal?.addEventListener("abort", stop);
  process.once("exit", stop);
  const cells: Cell[] = [];
  let lastWords = "";
  child.stderr.on("data", (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString("utf8")).slice(-LAST_WORDS_CHARS_MAX);
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const cell = JSON.parse(line) as Cell;
    cells.push(cell);
    options.onCell?.(cell);
  });
  const closed = once(child, "close");
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  const survivors = await endAll(marker);
  // Only now: a survivor may have held the pipes open.
  await closed;
  options.signal?.removeEventListener("abort", stop);
  process.removeListener("exit", stop);
  const trouble: string[] = [];
  if (code !== 0) trouble.push(`the run of ${recipe.name} ended with ${code ?? signal}: ${lastWords.trim()}`);
  if (survivors.length > 0) trouble.push(`${recipe.name} left ${survivors.length} processes behind, ended now`);
  return { recipe, cells, trouble };
}

/** A process that is about to exit, such as a compiler or a guard, is left alone. */
async function endAll(marker: Marker): Promise<readonly number[]> {
  const deadline = Date.now() + GONE_MS;
  while ((await marker.find()).length > 0 && Date.now() < deadline) await sleep(LOOK_AGAIN_MS);
  return marker.reap();
}
