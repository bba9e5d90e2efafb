// Starts a program that outlives us on purpose: the background server of a home. It carries no mark, so no guard ends it.
import { ParleyError } from "@parley/base";
import { spawn, type ChildProcess } from "node:child_process";
import { openSync, closeSync } from "node:fs";
import { FIRST_LINE_CHARS_MAX } from "../limits.ts";
import { GUARD_VARIABLE, MARK_VARIABLE } from "./mark.ts";
import { toSpawnError } from "./spawn-error.ts";

export interface DetachedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Changes to our own environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Its stderr is appended to this file. */
  readonly logPath: string;
}

export interface DetachedProcess {
  readonly pid: number;
  /** The first line of its stdout; the rest is not read. Undefined if it exited without one. */
  readonly firstLine: Promise<string | undefined>;
  /** Stops waiting for the line, so that this process can exit. */
  leave(): void;
  /** Ends it silently, because it is not needed. */
  kill(): void;
  /** Waits until it has exited. */
  ended(): Promise<void>;
}

/** A guard above us would end the program, so a program that has to outlive us cannot be started here. */
export function isGuarded(): boolean {
  return (process.env[MARK_VARIABLE] ?? "") !== "";
}

/** Rejects with `forbidden` if a guard above us would end it, or with the usual errors if it cannot be started. */
export async function startDetached(request: DetachedCommand): Promise<DetachedProcess> {
  if (isGuarded()) {
    const message = "This command was started by an agent or another Parley, and a background program would outlive it";
    throw new ParleyError({ code: "forbidden", message });
  }
  const { command, args, cwd, logPath } = request;
  const env: Record<string, string | undefined> = { ...process.env, ...request.env };
  delete env[GUARD_VARIABLE];
  const log = openSync(logPath, "a", 0o600);
  try {
    // Node closes every other descriptor of ours in the child.
    const child = spawn(command, [...args], {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", log],
      windowsHide: true,
    });
    if (child.pid === undefined) {
      const cause = await new Promise<Error>((resolve) => child.once("error", resolve));
      throw await toSpawnError({ file: command, cwd, env: toDefined(env) }, cause);
    }
    child.unref();
    const { stdout } = child;
    if (stdout === null)
      throw new ParleyError({ code: "process_failed", message: "The program was started without a pipe" });
    const leave = (): void => void stdout.destroy();
    return {
      pid: child.pid,
      firstLine: readFirstLine(stdout).finally(leave),
      leave,
      kill: () => void child.kill("SIGKILL"),
      ended: () => untilEnded(child),
    };
  } finally {
    closeSync(log);
  }
}

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  await new Promise((resolve) => child.once("exit", resolve));
}

function readFirstLine(stdout: NodeJS.ReadableStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = "";
    stdout.setEncoding("utf8");
    stdout.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end !== -1 || text.length > FIRST_LINE_CHARS_MAX) resolve(end === -1 ? undefined : text.slice(0, end));
    });
    stdout.on("close", () => resolve(undefined));
    stdout.on("error", () => resolve(undefined));
  });
}

function toDefined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
