// Text search: parses a query, and cuts a match with the text around it.
import { endOf, startOf } from "./truncate.ts";

/** Words, and "phrases in quotes" literally. An unclosed quote extends to the end. */
export function splitQuery(query: string): readonly string[] {
  const phrases = Array.from(query.matchAll(/"([^"]*)"?|[^\s"]+/g), ([word, phrase]) => phrase ?? word);
  return phrases.filter((phrase) => phrase.trim() !== "");
}

export interface Excerpt {
  readonly excerpt: string;
  /** Where the match is in the excerpt. */
  readonly start: number;
  readonly end: number;
}

/** At most `charsMax` units before and after the match, with an ellipsis where text is missing. */
export function excerptAround(text: string, match: Pick<Excerpt, "start" | "end">, charsMax: number): Excerpt {
  const before = endOf(text.slice(0, match.start), charsMax);
  const after = startOf(text.slice(match.end), charsMax);
  const head = before.length < match.start ? "…" : "";
  const tail = match.end + after.length < text.length ? "…" : "";
  const shown = text.slice(match.start - before.length, match.end + after.length);
  const shift = head.length + before.length - match.start;
  return { excerpt: head + shown + tail, start: match.start + shift, end: match.end + shift };
}
