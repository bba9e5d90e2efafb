// Whether and when an agent that crashed is started again: a few times, each after a longer wait, then no more.
import type { Timers } from "@parley/base";
import type { ClientLimits } from "../limits.ts";

export class Restarts {
  readonly #timers: Timers;
  readonly #limits: Pick<ClientLimits, "restartDelaysMs" | "restartWindowMs">;
  #atMs: number[] = [];

  constructor(timers: Timers, limits: Pick<ClientLimits, "restartDelaysMs" | "restartWindowMs">) {
    this.#timers = timers;
    this.#limits = limits;
  }

  /** How long to wait before the next one, or undefined: it crashes too often. */
  next(): number | undefined {
    const nowMs = this.#timers.now();
    this.#atMs = this.#atMs.filter((atMs) => nowMs - atMs < this.#limits.restartWindowMs);
    const delayMs = this.#limits.restartDelaysMs[this.#atMs.length];
    if (delayMs !== undefined) this.#atMs.push(nowMs);
    return delayMs;
  }

  /** Restarts within the window so far. */
  get count(): number {
    return this.#atMs.length;
  }

  /** Somebody looked after it. */
  forget(): void {
    this.#atMs = [];
  }
}
