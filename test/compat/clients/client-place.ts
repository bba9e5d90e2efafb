// Where a third-party client talks to our agent: a home, a workspace and a stub model of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { createMarker, createTempFolder } from "@parley/test-support";
import { startStubModel, type StubModel } from "@parley/test-support/stub-model";
import { PARLEY } from "../../e2e/run-parley.ts";
import { parley } from "../agents/parley.ts";
import { cleanEnvironment, homeIn } from "../environment.ts";
import { CLIENT_MS } from "../limits.ts";

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly node?: string;
  /** Interrupted, as by Ctrl+C, once it has written this to stdout. */
  readonly interruptAt?: string;
}

export interface ClientPlace extends AsyncDisposable {
  readonly model: StubModel;
  readonly cwd: string;
  /** How our agent is started, and what it needs. */
  readonly agent: { readonly command: string; readonly args: readonly string[] };
  readonly env: Readonly<Record<string, string>>;
  /** A path in the workspace. */
  file(name: string): string;
  /** Undefined if it is not there. */
  read(name: string): Promise<string | undefined>;
  /** Runs a JavaScript file in the workspace, with this Node unless another is given. */
  run(file: string, args: readonly string[], options?: RunOptions): Promise<Finished>;
}

/** Disposing fails if a process was left behind. */
export async function openClientPlace(): Promise<ClientPlace> {
  const folder = await createTempFolder();
  const cwd = folder.file("workspace");
  const home = homeIn(folder.path);
  for (const path of [cwd, home]) await mkdir(path);
  const model = await startStubModel();
  const marker = createMarker();
  const { env: agentEnv, args = [] } = parley.setUp({ home, modules: "", modelUrl: model.url });
  const env = { ...cleanEnvironment(folder.path), ...agentEnv, ...marker.env };
  return {
    model,
    cwd,
    agent: { command: process.execPath, args: [PARLEY, ...args] },
    env,
    file: (name) => folder.file("workspace", name),
    read: (name) => readFile(folder.file("workspace", name), "utf8").catch(() => undefined),
    run: (file, given, options = {}) => runNode([file, ...given], { cwd, env }, options),
    async [Symbol.asyncDispose]() {
      await model.close();
      const orphans = await marker.reap();
      await folder[Symbol.asyncDispose]();
      if (orphans.length > 0) throw new Error(`Processes were left behind: ${orphans.join(", ")}`);
    },
  };
}

async function runNode(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  { node = process.execPath, interruptAt }: RunOptions,
): Promise<Finished> {
  const child = spawn(node, args, {
    ...place,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: CLIENT_MS,
    killSignal: "SIGKILL",
  });
  if (interruptAt !== undefined) {
    let heard = "";
    const look = (chunk: Buffer): void => {
      heard += chunk.toString("utf8");
      if (!heard.includes(interruptAt)) return;
      child.stdout.off("data", look);
      child.kill("SIGINT");
    };
    child.stdout.on("data", look);
  }
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
