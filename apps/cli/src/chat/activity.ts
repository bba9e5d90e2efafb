// What the chat itself is doing, such as opening a session: shown until it is done.

export class Activity {
  readonly #onChange: () => void;
  #current: { readonly text: string; readonly startedAt: number } | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): { readonly text: string; readonly startedAt: number } | undefined {
    return this.#current;
  }

  async during<T>(text: string, work: () => Promise<T>): Promise<T> {
    const own = { text, startedAt: Date.now() };
    this.#current = own;
    this.#onChange();
    try {
      return await work();
    } finally {
      if (this.#current === own) this.#current = undefined;
      this.#onChange();
    }
  }
}
