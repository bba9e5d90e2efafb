// Finds notes by title or by words.
import { NOTE_QUERY_WORDS_MAX } from "../../limits.ts";
import type { NoteFields } from "./note-fields.ts";

const TITLE_WEIGHT = 4;
const TAG_WEIGHT = 3;

/** Titles are compared without regard to spacing and case. */
export function foldTitle(title: string): string {
  return title.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

export function findByTitle<Found extends NoteFields>(notes: readonly Found[], title: string): Found | undefined {
  const wanted = foldTitle(title);
  return notes.find((note) => foldTitle(note.title) === wanted);
}

/** Notes with any of the words, best first: more words, rarer words, words in the title, then tags, then text. */
export function rankNotes<Found extends NoteFields>(notes: readonly Found[], query: string): Found[] {
  const words = [...new Set(toWords(query))].slice(0, NOTE_QUERY_WORDS_MAX);
  const indexed = notes.map((note) => ({ note, ...index(note) }));
  const weights = words.map((word) => {
    const having = indexed.filter((one) => score(one, word) > 0).length;
    return Math.log(1 + notes.length / (1 + having));
  });
  return indexed
    .map((one) => ({
      note: one.note,
      points: words.reduce((sum, word, at) => sum + score(one, word) * (weights[at] ?? 0), 0),
    }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || (b.note.savedAtMs ?? 0) - (a.note.savedAtMs ?? 0))
    .map(({ note }) => note);
}

interface Indexed {
  readonly title: readonly string[];
  readonly tags: readonly string[];
  readonly text: readonly string[];
}

function index({ title, tags, text }: NoteFields): Indexed {
  return { title: toWords(title), tags: toWords(tags.join(" ")), text: toWords(text) };
}

function score({ title, tags, text }: Indexed, word: string): number {
  return TITLE_WEIGHT * count(title, word) + TAG_WEIGHT * count(tags, word) + Math.log1p(count(text, word));
}

/** A whole word counts fully, the beginning of a longer one half. */
function count(words: readonly string[], wanted: string): number {
  let found = 0;
  for (const word of words) {
    if (word === wanted) found += 1;
    else if (wanted.length > 2 && word.startsWith(wanted)) found += 0.5;
  }
  return found;
}

function toWords(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
