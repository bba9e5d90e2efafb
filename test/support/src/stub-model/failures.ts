// Remembers how often an answer has failed, so that "fail once" succeeds when it is tried again.
import { FAILURES_MAX } from "./limits.ts";

export class Failures {
  readonly #counts = new Map<string, number>();

  /** True the given number of times, then false. */
  takeOne(key: string, times: number): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= times) return false;
    this.#counts.delete(key);
    this.#counts.set(key, count + 1);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > FAILURES_MAX && oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }
}
