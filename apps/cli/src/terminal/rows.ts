// Rows that fit: cells of a fixed width, a part that takes what is left, rows beside and below each other.
import { EMPTY_LINE, span, type Line, type Span, type StyleName } from "./line.ts";
import { padded, shortened, widthOf } from "./width.ts";
import { lineWidth, shortenedLine } from "./wrap.ts";

/** Exactly this wide: cut or filled up. */
export function cell(text: string, columns: number, style?: StyleName): Span {
  return span(padded(shortened(text, columns), columns), style);
}

/** At the right edge of its columns; never cut, for numbers. */
export function rightCell(text: string, columns: number, style?: StyleName): Span {
  return span(" ".repeat(Math.max(0, columns - widthOf(text))) + text, style);
}

export interface RowParts {
  readonly left: Line;
  /** Draws what lies between the two, in as many columns as are left. */
  readonly fill: (columns: number) => Line;
  readonly right?: Line;
  /** `fill` has so many at least, and the row is too wide then. */
  readonly fillColumnsMin: number;
}

export function row({ left, fill, right = EMPTY_LINE, fillColumnsMin }: RowParts, columns: number): Line {
  return [...left, ...fill(Math.max(fillColumnsMin, columns - lineWidth(left) - lineWidth(right))), ...right];
}

/** The left part, and the right part at the edge; the left one gives way. */
export function spread(left: Line, right: Line, columns: number): Line {
  const room = columns - lineWidth(right) - 1;
  return room < 8 ? shortenedLine(left, columns) : [...fitted(left, room), { text: " " }, ...right];
}

/** Two columns of rows. */
export function sideBySide(left: readonly Line[], right: readonly Line[], leftColumns: number, gap: Line): Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...fitted(left[index] ?? EMPTY_LINE, leftColumns),
    ...gap,
    ...(right[index] ?? EMPTY_LINE),
  ]);
}

/** One part at the top and one at the bottom of so many rows; more, if they have more. */
export function apart(top: readonly Line[], bottom: readonly Line[], rows: number): Line[] {
  return [...top, ...emptyRows(rows - top.length - bottom.length), ...bottom];
}

export function emptyRows(count: number): Line[] {
  return Array.from({ length: Math.max(0, count) }, () => EMPTY_LINE);
}

function fitted(drawn: Line, columns: number): Line {
  const cut = shortenedLine(drawn, columns);
  const missing = columns - lineWidth(cut);
  return missing > 0 ? [...cut, { text: " ".repeat(missing) }] : cut;
}
