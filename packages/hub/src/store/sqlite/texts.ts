// Texts of events and the index of their words, by FTS5.
import {
  EXCERPT_WORDS,
  SEARCHED_TEXT_CHARS_MAX,
  TEXTS_DELETED,
  TEXTS_PER_MS,
  TEXT_AT_MAX,
} from "../../store-limits.ts";
import { DOTS, MATCH_END, MATCH_START, toExcerpt, toSearchable } from "../search/excerpt.ts";
import { parseQuery } from "../search/query.ts";
import type { HubStore, SearchText, StoredHit } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { all, first, run, type Step } from "../step.ts";

type TextMethods = Pick<HubStore, "indexTexts" | "search">;

interface HitRow extends Omit<StoredHit, "sessionId"> {
  readonly session_id: string;
}

const AT_PLACE = "select id, text from texts where session_id = ? and seq = ? and what = ?";
const INSERT = "insert into texts (id, session_id, seq, at, what, text) values (?, ?, ?, ?, ?, ?)";
const UNINDEX = "insert into texts_index (texts_index, rowid, text) values ('delete', ?, ?)";

export function createTextTable(database: StoreDatabase): TextMethods {
  const find = `select texts.session_id, texts.seq, texts.at, texts.what,
      snippet(texts_index, 0, '${MATCH_START}', '${MATCH_END}', '${DOTS}', ${EXCERPT_WORDS}) as excerpt
    from texts_index join texts on texts.id = texts_index.rowid
    where texts_index match ? and ${database.dialect.counts("texts.session_id", "texts.seq")}
    order by texts_index.rowid desc limit ?`;
  return {
    indexTexts: (texts) => database.write("index texts", () => indexTexts(texts)),
    search: (query, limit) =>
      database.read("search", function* () {
        const phrases = parseQuery(query);
        if (phrases.length === 0 || limit < 1) return [];
        const rows = yield* all<HitRow>(find, phrases.map(toPhrase).join(" "), limit);
        return rows.map(({ session_id: sessionId, seq, at, what, excerpt }) => ({
          sessionId,
          seq,
          at,
          what,
          excerpt: toExcerpt(excerpt),
        }));
      }),
  };
}

/** A quoted string is taken literally. One without a letter or digit is skipped. */
function toPhrase(phrase: string): string {
  return `"${phrase.replaceAll('"', '""')}"`;
}

/** Within a transaction. */
export function* indexTexts(texts: readonly SearchText[]): Step<void> {
  for (const text of texts) yield* indexText(text);
}

/** Replaces an earlier text of the same event and kind. */
function* indexText({ sessionId, seq, at, what, text }: SearchText): Step<void> {
  // The session may have been deleted while its texts were collected.
  const isThere = (yield* first("select 1 from sessions where id = ?", sessionId)) !== undefined;
  if (!isThere) return;
  const old = yield* first<{ id: number; text: string }>(AT_PLACE, sessionId, seq, what);
  if (old !== undefined) yield* deleteText(old.id, old.text);
  const id = yield* findFreeId(at);
  const shown = toSearchable(text.slice(0, SEARCHED_TEXT_CHARS_MAX));
  yield* run(INSERT, id, sessionId, seq, at, what, shown);
  yield* run("insert into texts_index (rowid, text) values (?, ?)", id, shown);
}

/** Ids ascend with time, so that the latest of a million matches are found without reading the others. */
function* findFreeId(at: number): Step<number> {
  for (let ms = Math.max(0, Math.min(Math.trunc(at), TEXT_AT_MAX)); ; ms += 1) {
    const start = ms * TEXTS_PER_MS;
    const words = "select max(id) as id from texts where id >= ? and id < ?";
    const last = yield* first<{ id: number | null }>(words, start, start + TEXTS_PER_MS);
    const next = (last?.id ?? start - 1) + 1;
    if (next < start + TEXTS_PER_MS) return next;
  }
}

/** Deletes some of them within a transaction; returns how many. The index needs the old text to remove its words. */
export function* deleteTexts(sessionId: string): Step<number> {
  const words = "select id, text from texts where session_id = ? limit ?";
  const texts = yield* all<{ id: number; text: string }>(words, sessionId, TEXTS_DELETED);
  for (const { id, text } of texts) yield* deleteText(id, text);
  return texts.length;
}

function* deleteText(id: number, text: string): Step<void> {
  yield* run(UNINDEX, id, text);
  yield* run("delete from texts where id = ?", id);
}
