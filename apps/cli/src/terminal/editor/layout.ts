// Lays out the editor's text in rows with the cursor. Moving up and down follows these rows.
import { TAB_COLUMNS } from "@parley/base";
import { charactersOf, widthOf } from "../width.ts";
import type { EditorState } from "./editor-state.ts";

const PRINTABLE_ASCII = /^[ -~]*$/;

interface EditorRow {
  /** The index at which the row starts in the text. */
  readonly start: number;
  readonly text: string;
}

export interface EditorLayout {
  readonly rows: readonly EditorRow[];
  readonly cursorRow: number;
  readonly cursorColumn: number;
}

/** The widths of characters that are drawn as labels. */
export type DrawnWidths = ReadonlyMap<string, number>;
const AS_IS: DrawnWidths = new Map();

/** Rows break at any character, so that positions are predictable. */
export function layOut(
  { text, cursor }: Pick<EditorState, "text" | "cursor">,
  columns: number,
  widths: DrawnWidths = AS_IS,
): EditorLayout {
  const rows: EditorRow[] = [];
  const columnsOf = measuring(widths);
  let start = 0;
  for (const whole of text.split("\n")) {
    rows.push(...breakRow(whole, start, Math.max(2, columns), columnsOf));
    start += whole.length + 1;
  }
  const cursorRow = Math.max(
    0,
    rows.findLastIndex((row) => row.start <= cursor),
  );
  const row = rows[cursorRow];
  return { rows, cursorRow, cursorColumn: row === undefined ? 0 : columnsOf(row.text.slice(0, cursor - row.start)) };
}

/** A full last row is followed by an empty one, which leaves room for the cursor. */
function breakRow(text: string, start: number, columns: number, columnsOf: (text: string) => number): EditorRow[] {
  if (PRINTABLE_ASCII.test(text)) return breakAscii(text, start, columns);
  const rows: EditorRow[] = [];
  let row = "";
  let width = 0;
  let rowStart = start;
  for (const character of charactersOf(text)) {
    const own = columnsOf(character);
    if (width + own > columns && row !== "") {
      rows.push({ start: rowStart, text: row });
      rowStart += row.length;
      [row, width] = ["", 0];
    }
    row += character;
    width += own;
  }
  rows.push({ start: rowStart, text: row });
  if (width >= columns) rows.push({ start: rowStart + row.length, text: "" });
  return rows;
}

/** A fast path, because a long paste is laid out again with every key. */
function breakAscii(text: string, start: number, columns: number): EditorRow[] {
  const rows: EditorRow[] = [];
  for (let from = 0; from <= text.length; from += columns) {
    rows.push({ start: start + from, text: text.slice(from, from + columns) });
  }
  return rows;
}

/** Undefined if there is no such row; the caller then moves through the history. */
export function moveRows(
  state: EditorState,
  by: 1 | -1,
  columns: number,
  widths: DrawnWidths = AS_IS,
): EditorState | undefined {
  const { rows, cursorRow, cursorColumn } = layOut(state, columns, widths);
  const columnsOf = measuring(widths);
  const target = rows[cursorRow + by];
  if (target === undefined) return undefined;
  const column = state.column ?? cursorColumn;
  let cursor = target.start;
  let width = 0;
  for (const character of charactersOf(target.text)) {
    width += columnsOf(character);
    if (width > column) break;
    cursor += character.length;
  }
  // The end of a wrapped row is also the start of the next one, so the cursor stays one character before it.
  const isBroken = rows[cursorRow + by + 1]?.start === target.start + target.text.length;
  if (isBroken && target.text !== "" && cursor === target.start + target.text.length) {
    cursor -= charactersOf(target.text).at(-1)?.length ?? 0;
  }
  return { ...state, cursor, column, lastChange: undefined, yanked: undefined };
}

/** Tabs are drawn as spaces. */
function plainColumns(text: string): number {
  const tabs = text.split("\t");
  return widthOf(tabs.join("")) + (tabs.length - 1) * TAB_COLUMNS;
}

function measuring(widths: DrawnWidths): (text: string) => number {
  if (widths.size === 0) return plainColumns;
  return (text) =>
    charactersOf(text).reduce((sum, character) => sum + (widths.get(character) ?? plainColumns(character)), 0);
}
