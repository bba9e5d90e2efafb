// Words of a text as a search compares them, by the rules of SQLite's tokenizer `unicode61`: letters and digits, without case,
// and Latin letters without their accents. The embedded store has them from SQLite itself; any other store has them from here.
import { WORD_CHARS_MAX } from "../../store-limits.ts";

export interface Word {
  readonly word: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

/** Accents that follow their letter as characters of their own. They belong to the word, but are not compared. */
const ACCENTS = "\u0300-\u0304\u0306-\u030C\u030F\u0311\u031B\u0323-\u0328\u032D\u032E\u0330\u0331";
const WORDS = new RegExp(String.raw`[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}${ACCENTS}]*`, "gu");
const ACCENT = new RegExp(`[${ACCENTS}]`, "gu");
const PLAIN = /^[\0-\u007F]*$/;
const ACCENTED_LATIN = /^[a-z]\p{M}$/u;

export function* splitWords(text: string): Generator<Word> {
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    yield { word: toCompared(found), start: index, end: index + found.length };
  }
}

function toCompared(found: string): string {
  const cut = found.slice(0, WORD_CHARS_MAX);
  if (PLAIN.test(cut)) return cut.toLowerCase();
  return Array.from(cut.replaceAll(ACCENT, ""), toComparedLetter).join("");
}

function toComparedLetter(letter: string): string {
  // Through the capital letter: there are two small sigmas, but one capital.
  const capital = letter.toUpperCase();
  const isOne = Array.from(capital).length === 1 && (!PLAIN.test(capital) || letter === "ſ");
  const small = (isOne ? capital : letter).toLowerCase();
  const base = small.normalize("NFD");
  return ACCENTED_LATIN.test(base) ? base.charAt(0) : small;
}

/** The first place of the words, one directly after the other. */
export function findPhrase(words: readonly Word[], phrase: readonly string[]): Omit<Word, "word"> | undefined {
  for (let at = 0; at + phrase.length <= words.length; at += 1) {
    if (!phrase.every((word, offset) => words[at + offset]?.word === word)) continue;
    const [first, last] = [words[at], words[at + phrase.length - 1]];
    if (first !== undefined && last !== undefined) return { start: first.start, end: last.end };
  }
  return undefined;
}
