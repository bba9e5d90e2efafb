// A list with one selected row; as many rows as fit, around that one.
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { emptyRows } from "../../terminal/rows.ts";
import { padded, shortened, widthOf } from "../../terminal/width.ts";
import { wrapLine } from "../../terminal/wrap.ts";

export interface ListRow {
  /** The key that selects it: a number or a letter. */
  readonly key?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
  readonly mark?: string | undefined;
}

const LABEL_COLUMNS_MAX = 44;
/** A narrower terminal has no room for a description next to its row. */
const NARROW_COLUMNS = 60;
const NARROW_ROWS_LEAST = 5;
const ABOUT_ROWS_MAX = 3;
const ABOUT_CHARS_MAX = 200;

export function drawList(rows: readonly ListRow[], selected: number, theme: Theme, rowsMax: number): Line[] {
  const isNarrow = theme.columns < NARROW_COLUMNS && rowsMax >= NARROW_ROWS_LEAST;
  const about = isNarrow ? drawAbout(rows, selected, theme) : [];
  const listed = about.length === 0 ? rows : rows.map(({ description: _below, ...row }) => row);
  const room = rowsMax - about.length;
  const start = windowStart(rows.length, selected, room);
  const shown = listed.slice(start, start + room);
  const widest = Math.max(0, ...shown.map(({ label }) => widthOf(label)));
  const labelColumns = Math.min(widest, LABEL_COLUMNS_MAX, theme.columns - 6);
  const markColumns = Math.max(0, ...shown.map(({ mark }) => widthOf(mark ?? "")));
  const columns = { label: labelColumns, mark: markColumns };
  const lines = shown.map((row, index) => drawRow(row, start + index === selected, theme, columns));
  const hidden = rows.length - shown.length;
  return [...lines, ...(hidden > 0 ? [line(span(`    ${hidden} more`, "dim"))] : []), ...about];
}

/** In a narrow terminal, the description of the selected row is below the list, with the same height for each. */
function drawAbout(rows: readonly ListRow[], selected: number, theme: Theme): Line[] {
  const drawn = rows.map(({ description = "" }) =>
    wrapLine(line(span(shortened(description, ABOUT_CHARS_MAX), "dim")), theme.columns, { first: [{ text: "    " }] }),
  );
  if (rows.every(({ description = "" }) => description === "")) return [];
  const height = Math.min(ABOUT_ROWS_MAX, Math.max(...drawn.map(({ length }) => length)));
  const shown = drawn[selected]?.slice(0, height) ?? [];
  return [...shown, ...emptyRows(height - shown.length)];
}

interface ListColumns {
  readonly label: number;
  readonly mark: number;
}

function drawRow(
  { key, label, description, mark = "" }: ListRow,
  isSelected: boolean,
  theme: Theme,
  columns: ListColumns,
): Line {
  const sign = isSelected ? span(`${theme.symbols.arrow} `, "accent") : { text: "  " };
  const before = key === undefined ? undefined : span(`${key}  `, "accent");
  const isAlone = description === undefined;
  const name = isAlone ? shortened(label, theme.columns - 8) : padded(shortened(label, columns.label), columns.label);
  const room = theme.columns - 4 - widthOf(name) - (key === undefined ? 0 : widthOf(key) + 2) - columns.mark;
  const about = isAlone || room < 8 ? undefined : span(`  ${shortened(description, room - 2)}`, "dim");
  const after = mark === "" && isAlone ? undefined : span(padded(mark, columns.mark), "good");
  return line(sign, before, isSelected ? span(name, "selected") : name, after, about);
}

/** Index of the first shown row, around the selected one. */
export function windowStart(count: number, selected: number, rowsMax: number): number {
  if (count <= rowsMax) return 0;
  return Math.max(0, Math.min(selected - Math.floor(rowsMax / 2), count - rowsMax));
}

/** The key help, dimmed and wrapped. */
export function drawKeys(text: string, theme: Theme): Line[] {
  return wrapLine(line(span(text, "dim")), theme.columns, { first: [{ text: "  " }] });
}
