// Which details are open. Kept outside of the rows, because a row that is scrolled out of sight is unmounted.
import { OPEN_ROWS_MAX } from "../limits.ts";

export class OpenRows {
  readonly #changed = new Map<string, boolean>();
  readonly #listeners = new Set<() => void>();

  isOpen(key: string, isOpenAtFirst = false): boolean {
    return this.#changed.get(key) ?? isOpenAtFirst;
  }

  set(key: string, isOpen: boolean): void {
    this.#changed.delete(key);
    this.#changed.set(key, isOpen);
    const [oldest] = this.#changed.keys();
    if (this.#changed.size > OPEN_ROWS_MAX && oldest !== undefined) this.#changed.delete(oldest);
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
