// A match with some text around it, on one line and without secrets.
import { excerptAround, foldCase, type Excerpt } from "@parley/base";
import { redact } from "@parley/policy";
import { EXCERPT_CHARS, EXCERPT_SOURCE_CHARS } from "../../limits.ts";

const DOTS = "…";

/** `word` is at `place` in the text. If it is in a secret, the excerpt shows where that was. */
export function toExcerpt(text: string, place: number, word: string): Excerpt {
  const from = Math.max(0, place - EXCERPT_SOURCE_CHARS);
  const to = Math.min(text.length, place + word.length + EXCERPT_SOURCE_CHARS);
  // Reads more than is shown, so that a secret is recognised by its name even if the name is not shown.
  const source = redact(text.slice(from, to));
  const [start, end] = findAgain(source, place - from, word);
  // One space for each blank, so that the match keeps its position.
  const line = source.replaceAll(/[\s\p{Cc}]/gu, " ");
  const { excerpt, ...match } = excerptAround(line, { start, end }, EXCERPT_CHARS);
  const head = from > 0 && !excerpt.startsWith(DOTS) ? DOTS : "";
  const tail = to < text.length && !excerpt.endsWith(DOTS) ? DOTS : "";
  return { excerpt: head + excerpt + tail, start: match.start + head.length, end: match.end + head.length };
}

/** Redacting secrets may have moved or removed the match. */
function findAgain(source: string, place: number, word: string): readonly [start: number, end: number] {
  const found = foldCase(source).lastIndexOf(word, place);
  if (found !== -1) return [found, found + word.length];
  const hidden = source.lastIndexOf(DOTS, place);
  return hidden === -1 ? [0, 0] : [hidden, hidden + DOTS.length];
}
