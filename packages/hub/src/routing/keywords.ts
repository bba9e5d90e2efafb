// Keywords of a text, and whether two of them match.
import { STOP_WORDS } from "./stop-words.ts";

const KEYWORD_CHARS_MIN = 3;
/** Words that differ in their endings match if they share this many characters */
const SHARED_CHARS_MIN = 4;
/** and the shorter one has no more than this many after them. */
const ENDING_CHARS_MAX = 2;

/** Each once, in lower case, in order. */
export function extractKeywords(text: string, countMax: number): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length < KEYWORD_CHARS_MIN || STOP_WORDS.has(word)) continue;
    words.add(word);
    if (words.size >= countMax) break;
  }
  return [...words];
}

/** `test` and `tests`, `api` and `apis`, `deploying` and `deployment`. */
export function isSameWord(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared += 1;
  if (shared === shorter) return a.length === b.length || shorter >= KEYWORD_CHARS_MIN;
  return shared >= SHARED_CHARS_MIN && shared >= shorter - ENDING_CHARS_MAX;
}

/** Words separated and surrounded by single spaces, so that a substring match is a match of whole words. */
export function toPlainWords(text: string): string {
  return ` ${[...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].join(" ")} `;
}
