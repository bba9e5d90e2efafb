// Starts one child under the guard: its environment, its mark, its own group and session, and errors that name the reason.
import { ParleyError } from "@parley/base";
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { childEnvironment, type EnvironmentOptions } from "./environment.ts";
import { guard } from "./guard.ts";
import { toInvocation, type Command, type Invocation } from "./invocation.ts";
import { toLockLimit } from "./mark.ts";
import { areMarksReadable, readStartTicks } from "./process-table.ts";
import type { Sandbox } from "./sandboxed.ts";
import { findObstacle, toSpawnError } from "./spawn-error.ts";
import type { ProcessTree } from "./tree-members.ts";

export interface ChildCommand extends Command, EnvironmentOptions {
  /**
   * It stays in our group and session instead of leading its own: it has the terminal and its signals as without us,
   * and Linux schedules both as one. Where marks cannot be read, it leads a group anyway.
   */
  readonly staysInSession?: boolean | undefined;
  /** What it runs in (default: no sandbox). */
  readonly sandbox?: Sandbox | undefined;
}

/** Exactly one of the two is null; both are if the system did not report it. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface Child {
  readonly process: ChildProcess;
  readonly tree: GuardedTree;
}

export interface GuardedTree extends ProcessTree {
  readonly exited: Promise<ExitStatus>;
}

/** Everything but the start itself: the guard is running, and all checks have passed. */
export interface Prepared {
  readonly serial: number;
  readonly invocation: Invocation;
  readonly env: Record<string, string>;
  readonly leadsGroup: boolean;
  /** Processes between the child and the command in a sandbox; 0 without a sandbox. */
  readonly levels: number;
}

let lastSerial = 0;

export interface PrepareOptions {
  readonly oneStream?: boolean;
  readonly isPty?: boolean;
}

export async function prepareChild(command: ChildCommand, options: PrepareOptions = {}): Promise<Prepared> {
  checkCommand(command);
  lastSerial += 1;
  const serial = lastSerial;
  const env = childEnvironment(serial, command);
  await guard.start();
  const invocation = toInvocation(command, { ...options, lockLimit: toLockLimit(serial) });
  const leadsGroup = process.platform !== "win32" && !(command.staysInSession === true && areMarksReadable());
  const plain = { serial, env, invocation, leadsGroup, levels: 0 };
  if (command.sandbox === undefined) return plain;
  const { cwd } = command;
  // Otherwise bubblewrap would start, and report in its own words that the program is missing.
  const obstacle = await findObstacle({ file: invocation.file, cwd, env });
  if (obstacle !== undefined) throw new ParleyError(obstacle);
  const inside = await command.sandbox.wrap({ invocation, cwd, env, isPty: options.isPty === true });
  return { ...plain, ...inside };
}

export async function startChild(command: ChildCommand, stdio: StdioOptions, prepared: Prepared): Promise<Child> {
  const { env, invocation } = prepared;
  const attempt = { file: invocation.file, cwd: command.cwd, env };
  let child: ChildProcess;
  try {
    child = spawn(invocation.file, [...invocation.args], {
      cwd: command.cwd,
      env,
      stdio,
      detached: prepared.leadsGroup,
      windowsHide: true,
      windowsVerbatimArguments: invocation.viaShell,
    });
  } catch (cause) {
    throw await toSpawnError(attempt, cause);
  }
  if (child.pid === undefined) throw await toSpawnError(attempt, await nextError(child));
  const exited = new Promise<ExitStatus>((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return { process: child, tree: watchTree({ pid: child.pid, exited, isRunning }, prepared) };
}

/** From here on the guard also knows the child by its pid. Call it in the same tick as the start, while the pid is certainly the child's. */
export function watchTree(
  child: Omit<GuardedTree, "serial" | "startTicks" | "ownsGroup" | "leadsGroup" | "levels">,
  { serial, invocation, leadsGroup, levels }: Prepared,
): GuardedTree {
  guard.watch({ pid: child.pid, serial, marksItself: invocation.viaShell });
  const ownsGroup = (): boolean => child.isRunning() || guard.ended(child.pid, serial);
  void child.exited.then(ownsGroup);
  let ticks: number | undefined;
  // Read soon, but not while the caller waits for the child.
  const startTicks = (): number => (ticks ??= readStartTicks(child.pid));
  setImmediate(startTicks);
  return { ...child, serial, startTicks, ownsGroup, leadsGroup, levels };
}

function nextError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.once("error", resolve));
}

function checkCommand({ command, args = [], cwd }: Command): void {
  if (command !== "" && ![command, cwd, ...args].some((text) => text.includes("\0"))) return;
  throw new ParleyError({
    code: "usage",
    message: "A command must not be empty, and its name, arguments and folder must not contain a NUL",
  });
}
