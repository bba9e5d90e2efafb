// A match with some text around it, on one line and without secrets.
import { redact } from "@parley/policy";
import { EXCERPT_CHARS, EXCERPT_SOURCE_CHARS } from "../limits.ts";
import type { SearchHit } from "../session-store.ts";
import { foldCase } from "./query.ts";

type Excerpt = Pick<SearchHit, "excerpt" | "start" | "end">;

const DOTS = "…";

/** `word` is at `place` in the text. If it is in a secret, the excerpt shows where that was. */
export function toExcerpt(text: string, place: number, word: string): Excerpt {
  const from = Math.max(0, place - EXCERPT_SOURCE_CHARS);
  const to = Math.min(text.length, place + word.length + EXCERPT_SOURCE_CHARS);
  // More than is shown, so that the name before a secret is seen even if it is not shown.
  const source = redact(text.slice(from, to));
  const [start, end] = findAgain(source, place - from, word);
  const [shownFrom, shownTo] = [wholeFrom(source, start - EXCERPT_CHARS), wholeTo(source, end + EXCERPT_CHARS)];
  const head = from > 0 || shownFrom > 0 ? DOTS : "";
  const tail = to < text.length || shownTo < source.length ? DOTS : "";
  // Each blank by one, so that places stay.
  const shown = source.slice(shownFrom, shownTo).replaceAll(/[\s\p{Cc}]/gu, " ");
  const shift = head.length - shownFrom;
  return { excerpt: head + shown + tail, start: start + shift, end: end + shift };
}

/** Taking out secrets may have moved it a little to the left, or taken it. */
function findAgain(source: string, place: number, word: string): readonly [start: number, end: number] {
  const found = foldCase(source).lastIndexOf(word, place);
  if (found !== -1) return [found, found + word.length];
  const hidden = source.lastIndexOf(DOTS, place);
  return hidden === -1 ? [0, 0] : [hidden, hidden + DOTS.length];
}

/** No character is cut in two. */
function wholeFrom(text: string, place: number): number {
  if (place <= 0) return 0;
  return isLowHalf(text, place) ? place + 1 : place;
}

function wholeTo(text: string, place: number): number {
  if (place >= text.length) return text.length;
  return isLowHalf(text, place) ? place - 1 : place;
}

function isLowHalf(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff;
}
