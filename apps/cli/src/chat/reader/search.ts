// Searching in the reader: the typed text, and the next row that contains it.
import { foldCase } from "@parley/base";
import { isKey, type Key } from "../../terminal/keys/key.ts";
import type { Line } from "../../terminal/line.ts";
import { FILTER_CHARS_MAX } from "../../limits.ts";
import type { Entry } from "./entries.ts";
import type { Place } from "./pages.ts";

export interface Search {
  readonly text: string;
  readonly isTyping: boolean;
  /** The position of the last match. */
  readonly found?: Place | undefined;
}

/** Undefined ends the search. */
export function afterSearchKey(search: Search, key: Key): Search | undefined {
  if (isKey(key, "escape")) return undefined;
  if (isKey(key, "enter")) return search.text === "" ? undefined : { ...search, isTyping: false };
  if (isKey(key, "backspace")) return { ...search, text: Array.from(search.text).slice(0, -1).join("") };
  if (key.type !== "text" && key.type !== "paste") return search;
  return { text: (search.text + key.text.replaceAll("\n", " ")).slice(0, FILTER_CHARS_MAX), isTyping: true };
}

interface From {
  readonly at: Place | undefined;
  /** Where a new search begins. */
  readonly from: number;
  readonly by: 1 | -1;
}

/** The next row with the text, wrapping around at the end; case is ignored. */
export function findRow(
  entries: readonly Entry[],
  text: string,
  { at, from, by }: From,
  draw: (entry: number) => readonly Line[],
): Place | undefined {
  if (text === "" || entries.length === 0) return undefined;
  const wanted = foldCase(text);
  const start = at?.entry ?? from;
  for (let step = 0; step <= entries.length; step += 1) {
    const entry = (start + by * step + entries.length * 2) % entries.length;
    // Drawing is slow, so an entry that cannot contain the text is not drawn.
    if (!textOf(entries[entry]).includes(wanted)) continue;
    const rows = draw(entry).map((row) => foldCase(row.map((part) => part.text).join("")));
    const found = rows.flatMap((row, index) => (row.includes(wanted) ? [index] : []));
    const isSame = step === 0 && at !== undefined;
    const row = isSame ? nextOf(found, at.row, by) : by > 0 ? found[0] : found.at(-1);
    if (row !== undefined) return { entry, row };
  }
  return undefined;
}

function nextOf(rows: readonly number[], row: number, by: 1 | -1): number | undefined {
  return by > 0 ? rows.find((one) => one > row) : rows.findLast((one) => one < row);
}

/** Everything that the entry may show; markup in it is harmless. */
function textOf(entry: Entry | undefined): string {
  const text = JSON.stringify(entry?.blocks ?? [], (_, value: unknown) => value);
  return foldCase(text.replaceAll("\\n", " "));
}
