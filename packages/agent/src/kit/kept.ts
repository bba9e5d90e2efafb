// What tools keep open for as long as the session is: a browser, a command in the background. One of each name.

export class Kept implements AsyncDisposable {
  readonly #kept = new Map<string, AsyncDisposable>();

  /** The one of that name, made if there is none. */
  keep<Value extends AsyncDisposable>(name: string, create: () => Value): Value {
    const kept = this.#kept.get(name);
    // Whoever asks for the name made it.
    if (kept !== undefined) return kept as Value;
    const made = create();
    this.#kept.set(name, made);
    return made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.allSettled(kept.map((value) => value[Symbol.asyncDispose]()));
  }
}
