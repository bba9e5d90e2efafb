// Parses a search query: words, and "phrases" in quotes.
import { toSearchable } from "./excerpt.ts";
import { ParleyError, splitQuery } from "@parley/base";
import { QUERY_CHARS_MAX, QUERY_WORDS_MAX } from "../../store-limits.ts";

/** Words and phrases, without quotes. An unclosed quote extends to the end. Throws `bad_input` if the query is too long. */
export function parseQuery(query: string): readonly string[] {
  if (query.length > QUERY_CHARS_MAX) throw tooLong(`${QUERY_CHARS_MAX} characters`);
  const phrases = splitQuery(toSearchable(query)).map((phrase) => phrase.trim());
  if (phrases.length > QUERY_WORDS_MAX) throw tooLong(`${QUERY_WORDS_MAX} words`);
  return phrases;
}

function tooLong(most: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `query: at most ${most}` });
}
