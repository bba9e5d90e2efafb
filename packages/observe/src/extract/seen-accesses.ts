// Remembers reported accesses, so that a tool call that names its file five times counts once. Kept as hashes, which are small.
import { SEEN_ACCESSES_MAX } from "../limits.ts";
import { toHash } from "./text-hash.ts";

export class SeenAccesses {
  readonly #hashes = new Set<number>();

  has(...parts: readonly string[]): boolean {
    return this.#hashes.has(toHash(parts.join("\0")));
  }

  /** True if it is new. */
  add(...parts: readonly string[]): boolean {
    const hash = toHash(parts.join("\0"));
    if (this.#hashes.has(hash)) return false;
    if (this.#hashes.size >= SEEN_ACCESSES_MAX) this.#hashes.clear();
    this.#hashes.add(hash);
    return true;
  }
}
