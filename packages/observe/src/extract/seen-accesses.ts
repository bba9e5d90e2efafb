// Which accesses were told already, so that a tool call that names its file five times is one access. Kept as numbers: small, and rarely wrong.
import { SEEN_ACCESSES_MAX } from "./limits.ts";

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

/** 52 bits: among a hundred thousand, two are the same once in a million runs. */
function toHash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return (high & 0xfffff) * 0x1_0000_0000 + (low >>> 0);
}
