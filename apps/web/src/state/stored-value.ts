// A value that the browser remembers, and that all windows of the page share.

export interface StoredValueOptions<Value> {
  readonly key: string;
  readonly initial: Value;
  /** Of what was stored, perhaps by an older page. Undefined: it cannot be used. */
  readonly parse: (stored: unknown) => Value | undefined;
}

const PREFIX = "parley.";

export class StoredValue<Value> {
  readonly #key: string;
  readonly #options: StoredValueOptions<Value>;
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(options: StoredValueOptions<Value>) {
    this.#key = PREFIX + options.key;
    this.#options = options;
    this.#value = this.#read();
    addEventListener("storage", ({ key }) => {
      if (key !== this.#key) return;
      this.#value = this.#read();
      this.#tell();
    });
  }

  /** The same until it is set. */
  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (value === this.#value) return;
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // The browser's storage is full or forbidden: the value lasts as long as the page.
    }
    this.#tell();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(): Value {
    const { initial, parse } = this.#options;
    try {
      return parse(JSON.parse(localStorage.getItem(this.#key) ?? "null")) ?? initial;
    } catch {
      return initial;
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
