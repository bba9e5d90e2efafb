// Names with `*` and `?`: programs, tools, servers, hosts. In lists of words, a `*` on its own is any number of words.
import { PATTERN_CHARS_MAX, PATTERN_PARTS_MAX } from "../limits.ts";
import { compilePart, isAnything, matchPart, type Part } from "./part.ts";
import { anyParts, type Sequence } from "./sequence.ts";

export interface Wildcard {
  readonly text: string;
  readonly part: Part;
}

/** Undefined if it is empty or too long. */
export function compileWildcard(text: string): Wildcard | undefined {
  if (text === "" || text.length > PATTERN_CHARS_MAX) return undefined;
  const part = compilePart(text, "wildcard");
  return part === undefined ? undefined : { text, part };
}

export function matchesAny(wildcards: readonly Wildcard[], text: string): boolean {
  for (const { part } of wildcards) if (matchPart(part, text)) return true;
  return false;
}

/** Undefined if there are too many words, or one is empty or too long. */
export function compileWords(words: readonly string[]): Sequence | undefined {
  if (words.length > PATTERN_PARTS_MAX) return undefined;
  const sequence: Sequence[number][] = [];
  for (const word of words) {
    const part = compileWildcard(word)?.part;
    if (part === undefined) return undefined;
    if (!isAnything(part)) sequence.push(part);
    else if (sequence.at(-1) !== anyParts) sequence.push(anyParts);
  }
  return sequence;
}
