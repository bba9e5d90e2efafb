// A match with some text around it, on one line.
import { EXCERPT_CHARS } from "../limits.ts";

/** Around a match in a marked text. Searched texts have no such characters: see `toSearchable`. */
export const MATCH_START = "\u0002";
export const MATCH_END = "\u0003";
export const DOTS = "…";

/** Control characters say nothing to a reader, and the marks are among them. */
export function toSearchable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}

/** `marked` has marks around its matches; the first one stays in sight, however long the words around it are. */
export function toExcerpt(marked: string): string {
  const text = marked.replaceAll(/\s+/g, " ").trim();
  const start = Math.max(0, text.indexOf(MATCH_START));
  const end = Math.max(start, text.indexOf(MATCH_END, start));
  const from = wholeFrom(text, Math.max(0, start - EXCERPT_CHARS));
  const to = wholeFrom(text, Math.min(text.length, Math.min(end, start + EXCERPT_CHARS) + EXCERPT_CHARS));
  const shown = text.slice(from, to).replaceAll(MATCH_START, "").replaceAll(MATCH_END, "");
  return (from > 0 ? DOTS : "") + shown + (to < text.length ? DOTS : "");
}

/** No character is cut in two. */
function wholeFrom(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : place;
}
