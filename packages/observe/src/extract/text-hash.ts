// A hash of a text, to recognise it without keeping it.

/** 52 bits: among a hundred thousand texts, a collision occurs once in a million runs. */
export function toHash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return (high & 0xfffff) * 0x1_0000_0000 + (low >>> 0);
}
