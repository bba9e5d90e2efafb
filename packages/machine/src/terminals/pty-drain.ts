// Keeps a pseudo-terminal open until all that was written to it has been read.
import { closeSync, constants, openSync } from "node:fs";
import { isProcessOver } from "../processes/process-table.ts";
import { PTY_IDLE_MS } from "./limits.ts";

/**
 * When the last writer of a pseudo-terminal goes, libuv reads once more and takes that for the end, though the system may
 * hold more (on Linux: a read gives 4 KiB at most). So we hold the writers' side open ourselves, and let go when the program
 * has ended and nothing more comes.
 */
export class PtyDrain {
  readonly #pid: number;
  #held: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, path: string | undefined) {
    this.#pid = pid;
    if (process.platform !== "linux" || path === undefined) return;
    this.#held = hold(path);
    if (open.size === 0) process.on("SIGCHLD", lookAtAll);
    open.add(this);
    this.look();
  }

  look(): void {
    if (this.#timer !== undefined || !isProcessOver(this.#pid)) return;
    this.#timer = setTimeout(() => this.close(), PTY_IDLE_MS);
  }

  /** Something came. */
  touch(): void {
    this.#timer?.refresh();
  }

  close(): void {
    if (open.delete(this) && open.size === 0) process.off("SIGCHLD", lookAtAll);
    clearTimeout(this.#timer);
    if (this.#held !== undefined) closeSync(this.#held);
    this.#held = undefined;
  }
}

const open = new Set<PtyDrain>();

/** Some child of ours has ended; the module tells which only once its terminal is closed. */
function lookAtAll(): void {
  for (const drain of open) drain.look();
}

function hold(path: string): number | undefined {
  try {
    // It must not become our own terminal.
    return openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return undefined; // Already over, with nothing to read.
  }
}
