// Texts of events and the words by which a search finds them.
import type { HubStore, SearchText, StoredHit } from "../../api/store.ts";
import { MATCH_END, MATCH_START, toExcerpt, toSearchable } from "../search/excerpt.ts";
import { parseQuery } from "../search/query.ts";
import { findPhrase, splitWords } from "../search/words.ts";
import { EXCERPT_AROUND_CHARS, SEARCHED_TEXT_CHARS_MAX, SEARCH_PAGE_ROWS, TEXT_AT_MAX } from "../../store-limits.ts";
import type { Step, Value } from "../step.ts";
import type { PostgresConnection } from "./connection.ts";

type TextMethods = Pick<HubStore, "indexTexts" | "search">;

interface TextRow {
  readonly id: number;
  readonly session_id: string;
  readonly seq: number;
  readonly at: number;
  readonly what: string;
  readonly text: string;
}

/** Only of sessions that exist: one may have been deleted while its texts were collected. */
const INDEX = `insert into texts (session_id, seq, at, what, text, words)
  select given.session_id, given.seq, given.at, given.what, given.text, string_to_array(given.words, ' ')
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    with ordinality as given (session_id, seq, at, what, text, words, place)
  join sessions on sessions.id = given.session_id order by given.place for key share of sessions
  on conflict (session_id, seq, what) do update
    set id = excluded.id, at = excluded.at, text = excluded.text, words = excluded.words`;

export function createTextTable(connection: PostgresConnection): TextMethods {
  const find = `select texts.id, texts.session_id, texts.seq, texts.at, texts.what, texts.text from texts
    where texts.words @> $1::text[] and (texts.at, texts.id) < ($2, $3)
      and ${connection.dialect.counts("texts.session_id", "texts.seq")}
    order by texts.at desc, texts.id desc limit $4`;
  return {
    async indexTexts(texts) {
      if (texts.length > 0) await connection.query("index texts", INDEX, toColumns(texts));
    },
    async search(query, limit) {
      const phrases = parseQuery(query)
        .map((phrase) => Array.from(splitWords(phrase), ({ word }) => word))
        .filter((words) => words.length > 0);
      const words = [...new Set(phrases.flat())];
      const hits: StoredHit[] = [];
      let last: Pick<TextRow, "at" | "id"> = { at: Number.MAX_SAFE_INTEGER, id: 0 };
      // Whether words are next to each other is seen in the text: some rows may not be hits.
      while (words.length > 0 && hits.length < limit) {
        const values = [words, last.at, last.id, Math.min(limit, SEARCH_PAGE_ROWS)];
        const rows = await connection.query<TextRow>("search", find, values);
        hits.push(...rows.flatMap((row) => toHit(row, phrases)));
        const oldest = rows.at(-1);
        if (oldest === undefined) break;
        last = oldest;
      }
      return hits.slice(0, Math.max(0, limit));
    },
  };
}

/** Within a transaction. */
export function* indexTexts(texts: readonly SearchText[]): Step<void> {
  if (texts.length > 0) yield { kind: "count", words: INDEX, values: toColumns(texts) };
}

/** One array for each column. The last text of an event and kind counts. */
function toColumns(texts: readonly SearchText[]): readonly Value[] {
  const last = new Map(texts.map((text) => [JSON.stringify([text.sessionId, text.seq, text.what]), text]));
  const rows = [...last.values()].map(({ text, at, ...rest }) => {
    const shown = toSearchable(text.slice(0, SEARCHED_TEXT_CHARS_MAX));
    const words = new Set(Array.from(splitWords(shown), ({ word }) => word));
    const time = Math.max(0, Math.min(Math.trunc(at) || 0, TEXT_AT_MAX));
    return { ...rest, at: time, text: shown, words: [...words].join(" ") };
  });
  return [
    rows.map(({ sessionId }) => sessionId),
    rows.map(({ seq }) => seq),
    rows.map(({ at }) => at),
    rows.map(({ what }) => what),
    rows.map(({ text }) => text),
    rows.map(({ words }) => words),
  ];
}

function toHit(
  { session_id: sessionId, seq, at, what, text }: TextRow,
  phrases: readonly (readonly string[])[],
): StoredHit[] {
  const words = [...splitWords(text)];
  const places = phrases.map((phrase) => findPhrase(words, phrase));
  const starts = places.flatMap((place) => place ?? []).toSorted((one, other) => one.start - other.start);
  const [first] = starts;
  if (first === undefined || starts.length < phrases.length) return [];
  const before = text.slice(Math.max(0, first.start - EXCERPT_AROUND_CHARS), first.start);
  const match = text.slice(first.start, first.end);
  const after = text.slice(first.end, first.end + EXCERPT_AROUND_CHARS);
  return [{ sessionId, seq, at, what, excerpt: toExcerpt(`${before}${MATCH_START}${match}${MATCH_END}${after}`) }];
}
