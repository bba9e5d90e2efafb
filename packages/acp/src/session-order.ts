// Keeps the calls for one session in order at the agent, as the method table defines; other sessions do not wait.
import type { SessionOrdering } from "./methods.ts";

export class SessionOrder {
  /** The last exclusive call of each session that has one in progress. */
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs at once if no call is in the way, so that delivery stays synchronous. */
  run(sessionId: string, ordering: SessionOrdering, call: () => unknown): unknown {
    if (ordering === "free") return call();
    const tail = this.#tails.get(sessionId);
    const outcome = tail === undefined ? call() : tail.then(call);
    if (ordering === "exclusive" && outcome instanceof Promise) this.#hold(sessionId, outcome);
    return outcome;
  }

  #hold(sessionId: string, outcome: Promise<unknown>): void {
    const release = (): void => {
      if (this.#tails.get(sessionId) === settled) this.#tails.delete(sessionId);
    };
    // The caller handles a failed call; the next one runs either way.
    const settled: Promise<void> = outcome.then(release, release);
    this.#tails.set(sessionId, settled);
  }
}
