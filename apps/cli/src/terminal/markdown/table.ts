// Draws a table that is at most as wide as the terminal; cells that do not fit are wrapped.
import type { TableAlign, TableNode } from "@parley/chat-model/markdown";
import { EMPTY_LINE, STYLES, type Line } from "../line.ts";
import type { Theme } from "../theme.ts";
import { breakCharacters, lineWidth, wrapLine } from "../wrap.ts";
import { drawInline } from "./inline.ts";

/** Narrower columns would break every word. */
const COLUMN_MIN = 4;
const GAP = 2;

export function drawTable({ header, rows, align }: TableNode, theme: Theme): Line[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => drawInline(cell, theme)));
  const wanted = header.map((_, index) => Math.max(1, ...cells.map((row) => cellWidth(row[index]))));
  const widths = fitColumns(wanted, theme.columns - GAP * (header.length - 1));
  if (widths === undefined) return drawAsList(cells, theme);
  const [head = [], ...body] = cells;
  const rule = widths.map((width) => theme.symbols.rule.repeat(width)).join(" ".repeat(GAP));
  return [
    ...drawRow(head, widths, align, true),
    [{ text: rule, style: STYLES.dim }],
    ...body.flatMap((row) => drawRow(row, widths, align, false)),
  ];
}

/** Shrinks the widest column until all fit; undefined if there are too many columns for this terminal. */
function fitColumns(wanted: readonly number[], room: number): number[] | undefined {
  if (wanted.length * COLUMN_MIN > room) return undefined;
  let limit = Math.max(...wanted);
  const total = (): number => wanted.reduce((sum, width) => sum + Math.min(width, limit), 0);
  while (total() > room && limit > COLUMN_MIN) limit -= 1;
  return wanted.map((width) => Math.min(width, limit));
}

function drawRow(
  cells: readonly Line[][],
  widths: readonly number[],
  align: readonly TableAlign[],
  isHead: boolean,
): Line[] {
  const broken = widths.map((width, index) => (cells[index] ?? []).flatMap((part) => breakCell(part, width)));
  const height = Math.max(1, ...broken.map((rows) => rows.length));
  return Array.from({ length: height }, (_, row) => {
    const parts = widths.flatMap((width, index) => {
      const part = broken[index]?.[row] ?? EMPTY_LINE;
      const styled = isHead ? part.map((piece) => ({ ...piece, style: { ...piece.style, bold: true } })) : part;
      const isLast = index === widths.length - 1;
      return [...place(styled, width, align[index] ?? null, isLast), ...(isLast ? [] : [{ text: " ".repeat(GAP) }])];
    });
    return parts.filter(({ text }) => text !== "");
  });
}

function breakCell(part: Line, width: number): Line[] {
  return wrapLine(part, width).flatMap((row) => (lineWidth(row) > width ? breakCharacters(row, width) : [row]));
}

function place(part: Line, width: number, align: TableAlign, isLast: boolean): Line {
  const free = Math.max(0, width - lineWidth(part));
  let before = 0;
  if (align === "right") before = free;
  if (align === "center") before = Math.floor(free / 2);
  const after = isLast ? 0 : free - before;
  return [{ text: " ".repeat(before) }, ...part, { text: " ".repeat(after) }];
}

/** Draws each row as a group of `name: value` lines. */
function drawAsList([head = [], ...rows]: readonly Line[][][], { columns }: Theme): Line[] {
  return rows.flatMap((row, index) => {
    const fields = row.flatMap((cell, column) => {
      const name = (head[column]?.[0] ?? EMPTY_LINE).map((part) => ({ ...part, style: { ...part.style, bold: true } }));
      return wrapLine([...name, { text: ": " }, ...cell.flat()], columns);
    });
    return index === 0 ? fields : [EMPTY_LINE, ...fields];
  });
}

function cellWidth(lines: readonly Line[] | undefined): number {
  return Math.max(0, ...(lines ?? []).map(lineWidth));
}
