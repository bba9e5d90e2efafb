// Writes of one session or turn, in the order in which they were asked for: a pool would run them on several connections at once.

export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  /** After everything with one of these keys that was given before. */
  run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const done = before.length === 0 ? work() : Promise.allSettled(before).then(work);
    for (const key of keys) this.#last.set(key, done);
    const forget = (): void => {
      for (const key of keys) if (this.#last.get(key) === done) this.#last.delete(key);
    };
    done.then(forget, forget);
    return done;
  }
}
