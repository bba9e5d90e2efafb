// The words of a text that say what it is about, and when two of them mean the same.
import { STOP_WORDS } from "./stop-words.ts";

const KEYWORD_CHARS_MIN = 3;
/** Words with other endings: they share this much at least, */
const SHARED_CHARS_MIN = 4;
/** and the shorter one has no more than this behind it. */
const ENDING_CHARS_MAX = 2;

/** Each once, in small letters, in their order. */
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

/** Words alone with one space between and around them, so that what is contained is a word or several. */
export function toPlainWords(text: string): string {
  return ` ${[...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].join(" ")} `;
}
