// A person is asked one thing at a time, in the order in which the calls came: the answer to one may answer the next.

export interface Place {
  /** Resolves when everybody before has left. */
  readonly turn: Promise<void>;
  /** Whether asked or not. Once is enough. */
  leave(): void;
}

export class QuestionQueue {
  #last: Promise<void> = Promise.resolve();

  /** At once, so that the order is that of the calls, however long it takes to find out whether there is a question. */
  take(): Place {
    const turn = this.#last;
    const gone = new AbortController();
    const left = new Promise<void>((resolve) => {
      gone.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    this.#last = turn.then(() => left);
    return { turn, leave: () => gone.abort() };
  }
}
