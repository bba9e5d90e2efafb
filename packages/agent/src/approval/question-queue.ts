// Asks the user one question at a time, in the order of the calls: one answer may settle the next question.

export interface Place {
  /** Resolves when all earlier entries have left. */
  readonly turn: Promise<void>;
  /** To be called whether or not a question was asked; further calls have no effect. */
  leave(): void;
}

export class QuestionQueue {
  #last: Promise<void> = Promise.resolve();

  /** Synchronous, so that the order is that of the calls, however long it takes to decide whether to ask. */
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
