// Matches a list of patterns against a list of texts: the segments of a path, the words of a command. `anyParts` stands
// for any number.
import { matchPart, type Part } from "./part.ts";

export const anyParts: unique symbol = Symbol("any parts");

export type Sequence = readonly (Part | typeof anyParts)[];

/** Like `matchPart` one level up: only the last `anyParts` is ever retried. */
export function matchSequence(pattern: Sequence, texts: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let starIndex = -1;
  let starAt = 0;
  while (at < texts.length) {
    const part = pattern[index];
    if (part === anyParts) {
      if (index === pattern.length - 1) return true;
      starIndex = index;
      starAt = at;
      index += 1;
    } else if (part !== undefined && matchPart(part, texts[at] ?? "")) {
      at += 1;
      index += 1;
    } else if (starIndex >= 0) {
      starAt += 1;
      at = starAt;
      index = starIndex + 1;
    } else return false;
  }
  while (pattern[index] === anyParts) index += 1;
  return index === pattern.length;
}

/** Whether a longer sequence that begins with these texts could match. */
export function couldMatchBelow(pattern: Sequence, texts: readonly string[]): boolean {
  for (const [index, text] of texts.entries()) {
    const part = pattern[index];
    if (part === anyParts) return true;
    if (part === undefined || !matchPart(part, text)) return false;
  }
  return pattern.length > texts.length;
}
