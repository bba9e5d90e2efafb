// Prints rows in columns that fit the terminal: some columns may shrink, and rows never wrap.
import { neutralLine } from "@parley/base";
import { line, span, type Line, type Span, type StyleName } from "../terminal/line.ts";
import { padded, shortened, shortenedStart, widthOf } from "../terminal/width.ts";

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly style?: (row: Row) => StyleName | undefined;
  /** Which end is truncated if there is not enough room; other columns keep their width. */
  readonly shrinks?: "end" | "start";
  /** Figures are right-aligned. */
  readonly isFigure?: boolean;
}

const GAP = "  ";
const SHRUNK_COLUMNS_MIN = 8;

export function drawTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): readonly Line[] {
  const cells = rows.map((row) => columns.map(({ text }) => neutralLine(text(row))));
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ""))),
  );
  shrink(columns, widths, width);
  const head = drawRow(
    columns.map(({ title, isFigure }, index) => span(place(title, widths[index] ?? 0, isFigure), "dim")),
    widths,
  );
  return [
    head,
    ...rows.map((row, at) =>
      drawRow(
        columns.map(({ shrinks, style, isFigure }, index) => {
          const room = widths[index] ?? 0;
          return span(place(fit(cells[at]?.[index] ?? "", room, shrinks), room, isFigure), style?.(row));
        }),
        widths,
      ),
    ),
  ];
}

function drawRow(spans: readonly Span[], widths: readonly number[]): Line {
  return line(
    ...spans.flatMap((part, index) =>
      index === spans.length - 1 ? [part] : [{ ...part, text: padded(part.text, widths[index] ?? 0) }, GAP],
    ),
  );
}

function place(text: string, width: number, isFigure = false): string {
  return isFigure ? `${" ".repeat(Math.max(0, width - widthOf(text)))}${text}` : text;
}

/** Shrinks the widest of the shrinkable columns until the row fits or none can shrink further. */
function shrink<Row>(columns: readonly Column<Row>[], widths: number[], width: number): void {
  const total = (): number => widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
  while (total() > width) {
    let widest = -1;
    for (const [index, { shrinks }] of columns.entries()) {
      if (shrinks !== undefined && (widths[index] ?? 0) > Math.max(SHRUNK_COLUMNS_MIN, widths[widest] ?? 0))
        widest = index;
    }
    if (widest === -1) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function fit(text: string, width: number, shrinks: "end" | "start" | undefined): string {
  if (shrinks === undefined || widthOf(text) <= width) return text;
  return shrinks === "start" ? shortenedStart(text, width) : shortened(text, width);
}
