// Excerpts: a match with some text around it, on one line.
import { excerptAround } from "@parley/base";
import { EXCERPT_CHARS } from "../../store-limits.ts";

/** Around a match in a marked text. Searched texts have no such characters: see `toSearchable`. */
export const MATCH_START = "\u0002";
export const MATCH_END = "\u0003";
export const DOTS = "…";

/** Control characters are removed, because the marks are among them. */
export function toSearchable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}

/** `marked` has marks around its matches; the excerpt contains the first one, however long the words around it are. */
export function toExcerpt(marked: string): string {
  const text = marked.replaceAll(/\s+/g, " ").trim();
  const start = Math.max(0, text.indexOf(MATCH_START));
  const match = withoutMarks(text.slice(start, Math.max(start, text.indexOf(MATCH_END, start))));
  const end = start + Math.min(match.length, EXCERPT_CHARS);
  return excerptAround(withoutMarks(text), { start, end }, EXCERPT_CHARS).excerpt;
}

function withoutMarks(text: string): string {
  return text.replaceAll(MATCH_START, "").replaceAll(MATCH_END, "");
}
