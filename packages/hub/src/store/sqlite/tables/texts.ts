// Texts of events and the index of their words.
import { EXCERPT_WORDS, SEARCHED_TEXT_CHARS_MAX, TEXTS_PER_MS, TEXT_AT_MAX } from "../../../store-limits.ts";
import { DOTS, MATCH_END, MATCH_START, toExcerpt, toSearchable } from "../../search/excerpt.ts";
import { parseQuery } from "../../search/query.ts";
import type { HubStore, SearchText, StoredHit } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { counts } from "./abandoned.ts";
import { deleteText } from "./owned.ts";

type TextMethods = Pick<HubStore, "indexTexts" | "search">;

interface HitRow extends Omit<StoredHit, "sessionId"> {
  readonly session_id: string;
}

const FIND = `select texts.session_id, texts.seq, texts.at, texts.what,
    snippet(texts_index, 0, '${MATCH_START}', '${MATCH_END}', '${DOTS}', ${EXCERPT_WORDS}) as excerpt
  from texts_index join texts on texts.id = texts_index.rowid
  where texts_index match ? and ${counts("texts.session_id", "texts.seq")} order by texts_index.rowid desc limit ?`;
const AT_PLACE = "select id, text from texts where session_id = ? and seq = ? and what = ?";
const INSERT = "insert into texts (id, session_id, seq, at, what, text) values (?, ?, ?, ?, ?, ?)";

export function createTextTable(connection: Connection): TextMethods {
  return {
    indexTexts: (texts) =>
      connection.write("index texts", () => {
        for (const text of texts) indexText(connection, text);
      }),
    search: (query, limit) =>
      connection.read("search", () => {
        const phrases = parseQuery(query);
        if (phrases.length === 0 || limit < 1) return [];
        const rows = connection.prepare<HitRow>(FIND).all(phrases.map(toPhrase).join(" "), limit);
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

/** Within a transaction. Replaces an earlier text of the same event and kind. */
export function indexText(connection: Connection, { sessionId, seq, at, what, text }: SearchText): void {
  // The session may have been deleted while its texts were collected.
  const isThere = connection.prepare("select 1 from sessions where id = ?").first(sessionId) !== undefined;
  if (!isThere) return;
  const old = connection.prepare<{ id: number; text: string }>(AT_PLACE).first(sessionId, seq, what);
  if (old !== undefined) deleteText(connection, old.id, old.text);
  const id = findFreeId(connection, at);
  const shown = toSearchable(text.slice(0, SEARCHED_TEXT_CHARS_MAX));
  connection.prepare(INSERT).run(id, sessionId, seq, at, what, shown);
  connection.prepare("insert into texts_index (rowid, text) values (?, ?)").run(id, shown);
}

/** Ids ascend with time, so that the latest of a million matches are found without reading the others. */
function findFreeId(connection: Connection, at: number): number {
  for (let ms = Math.max(0, Math.min(Math.trunc(at), TEXT_AT_MAX)); ; ms += 1) {
    const first = ms * TEXTS_PER_MS;
    const last = connection
      .prepare<{ id: number | null }>("select max(id) as id from texts where id >= ? and id < ?")
      .first(first, first + TEXTS_PER_MS);
    const next = (last?.id ?? first - 1) + 1;
    if (next < first + TEXTS_PER_MS) return next;
  }
}
