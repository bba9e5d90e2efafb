// Delays between retries, and when to stop.
import { defaultModelLimits, type ModelLimits, RETRY_JITTER } from "../limits.ts";

type RetryLimits = Pick<ModelLimits, "attemptsMax" | "retryFirstMs" | "retryLongestMs" | "retryTotalMs">;

/** The attempts of one request. */
export class Retries {
  readonly #limits: RetryLimits;
  readonly #random: () => number;
  #failed = 0;
  #waitedMs = 0;

  constructor(limits: Partial<RetryLimits> = {}, random: () => number = Math.random) {
    this.#limits = { ...defaultModelLimits, ...limits };
    this.#random = random;
  }

  /** Number of the last failed attempt, from 1. */
  get attempt(): number {
    return this.#failed;
  }

  /** Delay before the next attempt; undefined if there is none. */
  next(afterMs: number | undefined): number | undefined {
    this.#failed += 1;
    const { attemptsMax, retryFirstMs, retryLongestMs, retryTotalMs } = this.#limits;
    if (this.#failed >= attemptsMax) return undefined;
    const backoffMs = Math.min(retryFirstMs * 2 ** (this.#failed - 1), retryLongestMs);
    // Never sooner than the provider requests, and never immediately.
    const isTold = afterMs !== undefined && afterMs > 0;
    const delayMs = Math.ceil(isTold ? afterMs : backoffMs * (1 - RETRY_JITTER * this.#random()));
    if (this.#waitedMs + delayMs > retryTotalMs) return undefined;
    this.#waitedMs += delayMs;
    return delayMs;
  }
}
