// Whether and when an agent that crashed is started again: a few times, each after a longer wait, then no more.
import type { Clock } from "@parley/base";
import type { ClientLimits } from "../limits.ts";

export class Restarts {
  readonly #clock: Clock;
  readonly #limits: Pick<ClientLimits, "restartDelaysMs" | "restartWindowMs">;
  #atMs: number[] = [];

  constructor(clock: Clock, limits: Pick<ClientLimits, "restartDelaysMs" | "restartWindowMs">) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** How long to wait before the next one, or undefined: it crashes too often. */
  next(): number | undefined {
    const nowMs = this.#clock.now();
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
