// Decides whether and when an agent that crashed is restarted: a few times, each after a longer delay.
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

  /** The delay before the next restart; undefined if it crashes too often. */
  next(): number | undefined {
    const nowMs = this.#timers.now();
    this.#atMs = this.#atMs.filter((atMs) => nowMs - atMs < this.#limits.restartWindowMs);
    const delayMs = this.#limits.restartDelaysMs[this.#atMs.length];
    if (delayMs !== undefined) this.#atMs.push(nowMs);
    return delayMs;
  }

  /** Restarts within the time window. */
  get count(): number {
    return this.#atMs.length;
  }

  /** Called when a user restarts it. */
  forget(): void {
    this.#atMs = [];
  }
}
