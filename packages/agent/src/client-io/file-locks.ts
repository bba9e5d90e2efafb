// One after the other for one file, in the order of the calls; other files do not wait.
import type { PathFacts } from "@parley/policy";

export class FileLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  get size(): number {
    return this.#last.size;
  }

  /** Whoever holds a file must not ask for the same one again: it would wait for itself. */
  async run<Value>(facts: PathFacts, action: () => Promise<Value>): Promise<Value> {
    const key = facts.platform.isCaseInsensitive ? facts.real.normalize("NFC").toLowerCase() : facts.real;
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(action, action);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/** Sessions of one process may work in the same folder, and sub-agents do. */
export const processLocks: FileLocks = new FileLocks();
