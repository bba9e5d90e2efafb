// Long work in this thread, in slices that leave everybody else their turn.
import { setImmediate } from "node:timers/promises";
import { SLICE_MS } from "./limits.ts";

export class Pace {
  #deadline = performance.now() + SLICE_MS;

  /** Waits if the work has kept others waiting for long enough. */
  async rest(): Promise<void> {
    if (performance.now() < this.#deadline) return;
    await setImmediate();
    this.#deadline = performance.now() + SLICE_MS;
  }
}
