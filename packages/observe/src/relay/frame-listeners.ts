// Calls the listeners. One that throws repeatedly is removed; the others are not affected.
import type { Log } from "@parley/base";
import type { Frame, FrameListener } from "../frames/frame.ts";
import { LISTENER_FAILURES_MAX } from "../limits.ts";

export class FrameListeners {
  readonly #log: Log;
  #listeners: { readonly call: FrameListener; failuresInRow: number }[];
  /** How often one of them threw. */
  failures = 0;

  constructor(listeners: readonly FrameListener[], log: Log) {
    this.#log = log;
    this.#listeners = listeners.map((call) => ({ call, failuresInRow: 0 }));
  }

  get isEmpty(): boolean {
    return this.#listeners.length === 0;
  }

  notify(frame: Frame): void {
    for (const listener of this.#listeners) {
      try {
        listener.call(frame);
        listener.failuresInRow = 0;
      } catch (cause) {
        listener.failuresInRow += 1;
        this.#failed(listener.failuresInRow, cause);
      }
    }
  }

  #failed(inRow: number, cause: unknown): void {
    this.failures += 1;
    const isLast = inRow >= LISTENER_FAILURES_MAX;
    if (isLast) this.#listeners = this.#listeners.filter(({ failuresInRow }) => failuresInRow < LISTENER_FAILURES_MAX);
    if (inRow > 1 && !isLast) return;
    const what = isLast ? "An observer failed too often and was removed" : "An observer failed";
    this.#log.write("warn", what, { cause: cause instanceof Error ? cause.message : String(cause) });
  }
}
