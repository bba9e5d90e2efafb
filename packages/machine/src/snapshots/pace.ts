// Long work in this thread, in slices that let other work run.
import { setImmediate } from "node:timers/promises";
import { SLICE_MS } from "../limits.ts";

export class Pace {
  #deadline = performance.now() + SLICE_MS;

  /** Waits if the work has blocked the thread for long enough. */
  async rest(): Promise<void> {
    if (performance.now() < this.#deadline) return;
    await setImmediate();
    this.#deadline = performance.now() + SLICE_MS;
  }
}
