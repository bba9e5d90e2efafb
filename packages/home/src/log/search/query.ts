// What is searched for: words that must all occur, in any case; "words in quotes" as they stand.
import { foldCase, ParleyError, splitQuery } from "@parley/base";
import { QUERY_CHARS_MAX, QUERY_WORDS_MAX } from "../../limits.ts";

/** Without case and without duplicates. At least one. */
export type Query = readonly string[];

export function parseQuery(text: string): Query {
  if (text.length > QUERY_CHARS_MAX) throw refused(`A search can have at most ${QUERY_CHARS_MAX} characters`);
  const words = new Set(splitQuery(text).map(foldCase));
  if (words.size === 0) throw refused("Enter at least one word to search for");
  if (words.size > QUERY_WORDS_MAX) throw refused(`A search can have at most ${QUERY_WORDS_MAX} words`);
  return [...words];
}

function refused(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}
