// Runs the reviews of a session one after the other, and lets a turn wait for them.

interface Waiting {
  tail: Promise<unknown>;
  reviews: number;
  /** Turns that wait for the reviews: these must not wait for a turn then. */
  heldTurns: number;
}

export class ReviewQueue {
  readonly #sessions = new Map<string, Waiting>();

  /** The task learns whether a turn waits for it. */
  add<T>(sessionId: string, task: (isHoldingTurns: boolean) => Promise<T>): Promise<T> {
    const waiting = this.#sessions.get(sessionId) ?? { tail: Promise.resolve(), reviews: 0, heldTurns: 0 };
    this.#sessions.set(sessionId, waiting);
    waiting.reviews += 1;
    const result = waiting.tail.then(() => task(waiting.heldTurns > 0));
    waiting.tail = result
      .catch(() => undefined) // Its caller has the error.
      .finally(() => {
        waiting.reviews -= 1;
        if (waiting.reviews === 0) this.#sessions.delete(sessionId);
      });
    return result;
  }

  /** Resolves when the reviews that were added before are done. */
  async drained(sessionId: string): Promise<void> {
    const waiting = this.#sessions.get(sessionId);
    if (waiting === undefined) return;
    waiting.heldTurns += 1;
    await waiting.tail;
    waiting.heldTurns -= 1;
  }
}
