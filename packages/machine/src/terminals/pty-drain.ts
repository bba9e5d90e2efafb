// Keeps a pseudo-terminal open until everything written to it has been read.
import { closeSync, constants, openSync } from "node:fs";
import { isProcessOver } from "../processes/process-table.ts";
import { PTY_IDLE_MS } from "../limits.ts";

/**
 * When the last writer of a pseudo-terminal closes it, libuv reads once more and takes that for the end, though the system
 * may hold more (on Linux a read returns 4 KiB at most). So we hold the writers' side open ourselves, and close it when the
 * program has exited and nothing more arrives.
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

  /** Output has arrived. */
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

/** A child of ours has exited; the module reports which one only once its terminal is closed. */
function lookAtAll(): void {
  for (const drain of open) drain.look();
}

function hold(path: string): number | undefined {
  try {
    // It must not become our own controlling terminal.
    return openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return undefined; // Already closed, with nothing to read.
  }
}
