// Rows to choose from, one of them selected; as many as there is room for, around that one.
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { padded, shortened, widthOf } from "../../terminal/width.ts";
import { wrapLine } from "../../terminal/wrap.ts";

export interface ListRow {
  /** What answers it: a number or a letter. */
  readonly key?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
  readonly mark?: string | undefined;
}

const LABEL_COLUMNS_MAX = 44;

export function drawList(rows: readonly ListRow[], selected: number, theme: Theme, rowsMax: number): Line[] {
  const start = windowStart(rows.length, selected, rowsMax);
  const shown = rows.slice(start, start + rowsMax);
  const widest = Math.max(0, ...shown.map(({ label }) => widthOf(label)));
  const labelColumns = Math.min(widest, LABEL_COLUMNS_MAX, theme.columns - 6);
  const markColumns = Math.max(0, ...shown.map(({ mark }) => widthOf(mark ?? "")));
  const columns = { label: labelColumns, mark: markColumns };
  const lines = shown.map((row, index) => drawRow(row, start + index === selected, theme, columns));
  const hidden = rows.length - shown.length;
  return hidden > 0 ? [...lines, line(span(`    ${hidden} more`, "dim"))] : lines;
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

function windowStart(count: number, selected: number, rowsMax: number): number {
  if (count <= rowsMax) return 0;
  return Math.max(0, Math.min(selected - Math.floor(rowsMax / 2), count - rowsMax));
}

/** What the keys do, dimmed, in as many rows as it takes. */
export function drawKeys(text: string, theme: Theme): Line[] {
  return wrapLine(line(span(text, "dim")), theme.columns, { first: [{ text: "  " }] });
}
