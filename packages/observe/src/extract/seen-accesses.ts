// Remembers the accesses that a session's turn has reported, so that a tool call that names its file five times counts once.
// Kept as hashes, which are small.
import { SEEN_ACCESSES_MAX } from "../limits.ts";
import { toHash } from "./text-hash.ts";

export class SeenAccesses {
  readonly #hashes = new Map<string, Set<number>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(sessionId: string, ...parts: readonly string[]): boolean {
    return this.#hashes.get(sessionId)?.has(toHash(parts.join("\0"))) ?? false;
  }

  /** True if it is new. */
  add(sessionId: string, ...parts: readonly string[]): boolean {
    const hash = toHash(parts.join("\0"));
    if (this.#hashes.get(sessionId)?.has(hash)) return false;
    if (this.#size >= SEEN_ACCESSES_MAX) this.#clear();
    const hashes = this.#hashes.get(sessionId) ?? new Set();
    this.#hashes.set(sessionId, hashes.add(hash));
    this.#size += 1;
    return true;
  }

  /** At the end of a turn, because an access in the next turn counts again. */
  forget(sessionId: string): void {
    this.#size -= this.#hashes.get(sessionId)?.size ?? 0;
    this.#hashes.delete(sessionId);
  }

  #clear(): void {
    this.#hashes.clear();
    this.#size = 0;
  }
}
