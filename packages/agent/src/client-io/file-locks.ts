// Serialises access to each file in the order of the calls; other files do not wait.
import type { PathFacts } from "@parley/policy";

export class FileLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  get size(): number {
    return this.#last.size;
  }

  /** Not reentrant: locking the same file again while holding it would deadlock. */
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

/** Shared by all sessions of the process, because they may use the same folder. */
export const processLocks: FileLocks = new FileLocks();
