// Notices that the store's file was moved or deleted while it is open: the system would accept writes that are lost.
import { monotonicMs, ParleyError } from "@parley/base";
import { statSync } from "node:fs";
import { PATH_CHECK_MS } from "../../store-limits.ts";

export const IN_MEMORY = ":memory:";

export class PathWatch {
  readonly #path: string;
  readonly #file: string | undefined;
  #lookedAtMs: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = path === IN_MEMORY ? undefined : identify(path);
    this.#lookedAtMs = monotonicMs();
  }

  /** Throws `store_failed`. A file that was put back can be used again. */
  check(): void {
    if (this.#file === undefined || monotonicMs() - this.#lookedAtMs < PATH_CHECK_MS) return;
    if (identify(this.#path) !== this.#file) throw gone(this.#path);
    // Only after a success: a missing file is checked again at the next write.
    this.#lookedAtMs = monotonicMs();
  }
}

function identify(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
}

function gone(path: string): ParleyError {
  return new ParleyError({
    code: "store_failed",
    message: `${path} was moved or deleted while the server was using it, so nothing can be stored`,
    remedy: { label: "Put it back, or restart the server to start with a new file" },
  });
}
