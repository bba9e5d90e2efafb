// Runs the built command line as a user would, with a home of its own, and away from any terminal.
import { createMarker, createTempFolder, type Marker, type TempFolder } from "@parley/test-support";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../repository/workspaces.ts";

/** `PARLEY_TEST_CLI` tries another build. */
export const PARLEY = process.env["PARLEY_TEST_CLI"] ?? join(root, "apps/cli/bin/parley.cjs");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Outcome>;
}

export interface RunOptions {
  readonly input?: string;
  /** More may come on stdin, and never does. */
  readonly keepsInputOpen?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What a shell sets before it starts the command: `ulimit -n 64`. */
  readonly limits?: string;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** A program that starts the command, with its own arguments: `setpriv --reuid=1000`. */
  readonly through?: readonly string[];
}

/** A home and a folder to work in. Disposing fails if a process of a run was left behind. */
export interface Place extends AsyncDisposable {
  readonly home: string;
  readonly work: string;
  readonly marker: Marker;
  /** Without a server, until the test has started one with `serve` or `server`: commands would leave one in the background. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that give a command a second home: without a server, one process at a time has the sessions of a home. */
  readonly inSecondHome: Readonly<Record<string, string>>;
  /** The path of a file in the folder to work in. */
  file(...names: readonly string[]): string;
  start(args: readonly string[], options?: RunOptions): Running;
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>;
}

export async function openPlace(): Promise<Place> {
  const folder = await createTempFolder();
  const homes = ["home", "second-home"].map((name) => mkdir(folder.file(name), { mode: 0o700 }));
  await Promise.all([...homes, mkdir(folder.file("work"))]);
  return new TestPlace(folder);
}

class TestPlace implements Place {
  readonly #folder: TempFolder;
  readonly home: string;
  readonly work: string;
  readonly marker = createMarker();
  readonly inSecondHome: Readonly<Record<string, string>>;
  readonly #env: Readonly<Record<string, string>>;
  #isServed = false;

  constructor(folder: TempFolder) {
    this.#folder = folder;
    this.home = folder.file("home");
    this.work = folder.file("work");
    this.inSecondHome = { PARLEY_HOME: folder.file("second-home"), PARLEY_SERVER: "off" };
    // What is tried here is the command line; the scripted agent can play everything that a client has to bear.
    const own = { PARLEY_HOME: this.home, PARLEY_COLOR: "never", PARLEY_AGENT: "script" };
    this.#env = { ...inherited(), ...own, ...this.marker.env };
  }

  get env(): Readonly<Record<string, string>> {
    return this.#isServed ? this.#env : { ...this.#env, PARLEY_SERVER: "off" };
  }

  file(...names: readonly string[]): string {
    return join(this.work, ...names);
  }

  start(args: readonly string[], options: RunOptions = {}): Running {
    this.#isServed ||= args[0] === "serve" || args[0] === "server";
    const { input = "", keepsInputOpen = false, env = {}, cwd = this.work, limits, node = [], through = [] } = options;
    const command = [...through, process.execPath, ...node, PARLEY, ...args];
    const [program = "", ...rest] =
      limits === undefined ? command : ["/bin/sh", "-c", `${limits}; exec "$@"`, "sh", ...command];
    const child = spawn(program, rest, {
      cwd,
      env: { ...this.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
      // Detached from the terminal that the tests may run in, so that nothing is asked there.
      detached: true,
    });
    child.stdin.on("error", () => undefined).write(input);
    if (!keepsInputOpen) child.stdin.end();
    return { child, ended: collect(child) };
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return this.start(args, options).ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const orphans = await this.marker.reap();
    await this.#folder[Symbol.asyncDispose]();
    if (orphans.length > 0) throw new Error(`Processes were left behind: ${orphans.join(", ")}`);
  }
}

/** Without the user's own settings, and as if npm had not started the tests: it decides how messages name the command. */
function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !/^(PARLEY|npm)_/.test(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

async function collect(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

/** One run in a place of its own. */
export async function runParley(
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
): Promise<Outcome> {
  await using place = await openPlace();
  return await place.run(args, { input, env });
}
