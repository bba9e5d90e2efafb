// Our side of the guard: one process that outlives us just long enough to end everything we started.
//
// It waits on a pipe whose other end only we hold, so the system itself reports our exit, even after SIGKILL. `spawn`
// returns once the guard has its end of the pipe and its program. From then on, before any child exists, we cannot exit
// unnoticed: a guard that has not read its first line yet finds the pipe closed when it does. A child between fork and exec
// does not carry the mark yet, but holds a copy of the pipe, so the guard does not see it closed before the exec.
import { monotonicMs, ParleyError, wholeEntries, hasErrno } from "@parley/base";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { delimiter, join } from "node:path";
import { nodeGuard } from "./guard-node.ts";
import { shellGuard } from "./guard-shell.ts";
import { GUARD_LIFE_MS_MIN } from "../limits.ts";
import { GUARD_VARIABLE, parleyId, toLockLimit } from "./mark.ts";

export interface GuardProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
}

/** A child that leads its own group and session. */
export interface Watched {
  readonly pid: number;
  readonly serial: number;
  /** The child sets the limit that is its second mark itself, as our shells do. */
  readonly marksItself: boolean;
}

const SYSTEM_FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

export class Guard {
  readonly #program: GuardProgram | undefined;
  #process: ChildProcess | undefined;
  #startedAt = 0;
  /** Children by pid that are running, or that exited and left others in their group. */
  readonly #known = new Map<number, Watched>();
  readonly #left = new Set<number>();
  #untold = "";

  constructor(program?: GuardProgram) {
    this.#program = program;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Must have succeeded before a child is started. */
  async start(): Promise<void> {
    if (this.#process !== undefined) return;
    const started = launch(this.#program ?? chooseProgram());
    if (started.pid === undefined) throw cannotStart(await nextError(started));
    this.#process = started;
    this.#startedAt = monotonicMs();
    started.once("exit", () => this.#replace());
    // A write to a guard that has just exited; its exit is handled above.
    started.stdin?.on("error", () => undefined);
    // Neither may keep this process alive.
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    this.#untold = "";
    for (const child of this.#known.values()) this.#tellOf(child);
  }

  watch(child: Watched): void {
    for (const other of this.#left) this.#isLeft(other);
    this.#known.set(child.pid, child);
    this.#tellOf(child);
  }

  /**
   * The child has exited. Unless its group still exists, its pid must not be mistaken for a later process. Returns
   * whether the group exists.
   */
  ended(pid: number, serial: number): boolean {
    if (this.#known.get(pid)?.serial !== serial) return false;
    this.#left.add(pid);
    return this.#isLeft(pid);
  }

  #isLeft(pid: number): boolean {
    if (process.platform !== "win32" && isGroupAlive(pid)) return true;
    this.#left.delete(pid);
    this.#known.delete(pid);
    this.#tell(`- ${pid}`);
    return false;
  }

  #tellOf({ pid, serial, marksItself }: Watched): void {
    this.#tell(marksItself ? `+ ${pid}` : `+ ${pid} ${toLockLimit(serial)}`);
  }

  /** After this turn of the event loop: the mark works without it, and the start of a child need not wait for it. */
  #tell(line: string): void {
    if (this.#untold === "") setImmediate(() => this.#flush());
    this.#untold += `${line}\n`;
  }

  #flush(): void {
    this.#process?.stdin?.write(this.#untold);
    this.#untold = "";
  }

  /** At once, unless it was short-lived: the same cause would end the next one, too. */
  #replace(): void {
    const livedMs = monotonicMs() - this.#startedAt;
    this.#process = undefined;
    setTimeout(
      () => {
        if (this.#known.size > 0) this.start().catch(() => this.#replace());
      },
      livedMs < GUARD_LIFE_MS_MIN ? GUARD_LIFE_MS_MIN : 0,
    ).unref();
  }
}

/** This process's guard. */
export const guard: Guard = new Guard();

function launch({ file, args, env }: GuardProgram): ChildProcess {
  try {
    return spawn(file, [...args], {
      // Away from our terminal and group, whose signals are not meant for it, and from any folder that may be unmounted.
      detached: true,
      cwd: process.platform === "win32" ? undefined : "/",
      // Without our mark, or it would find itself.
      env: { ...env, PATH: searchFolders().join(delimiter), [GUARD_VARIABLE]: parleyId },
      stdio: ["pipe", "ignore", "ignore"],
      windowsHide: true,
    });
  } catch (cause) {
    throw cannotStart(cause);
  }
}

function chooseProgram(): GuardProgram {
  if (process.platform === "win32" || !existsSync(shellGuard.file)) return nodeGuard;
  const folders = searchFolders();
  const isThere = (name: string): boolean => folders.some((folder) => existsSync(join(folder, name)));
  return shellGuard.needs.every(isThere) ? shellGuard : nodeGuard;
}

function searchFolders(): string[] {
  const folders = wholeEntries(process.env["PATH"] ?? "", process.platform);
  return [...(process.platform === "win32" ? [] : SYSTEM_FOLDERS), ...folders];
}

function nextError(started: ChildProcess): Promise<Error> {
  return new Promise((resolve) => started.once("error", resolve));
}

function cannotStart(cause: unknown): ParleyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const message = `The program was not started: the guard process, which ends it with Parley, could not be started: ${why}`;
  return new ParleyError({ code: "process_failed", message, cause });
}

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (cause) {
    return !hasErrno(cause, "ESRCH");
  }
}
