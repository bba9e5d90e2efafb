// Layout of rows: cells of a fixed width, a part that fills the rest, and rows side by side or stacked.
import { EMPTY_LINE, span, type Line, type Span, type StyleName } from "./line.ts";
import { padded, shortened, widthOf } from "./width.ts";
import { lineWidth, shortenedLine } from "./wrap.ts";

/** Truncates or pads the text to exactly this width. */
export function cell(text: string, columns: number, style?: StyleName): Span {
  return span(padded(shortened(text, columns), columns), style);
}

/** Right-aligns the text and never truncates it, for numbers. */
export function rightCell(text: string, columns: number, style?: StyleName): Span {
  return span(" ".repeat(Math.max(0, columns - widthOf(text))) + text, style);
}

export interface RowParts {
  readonly left: Line;
  /** Draws the part between left and right, in the remaining columns. */
  readonly fill: (columns: number) => Line;
  readonly right?: Line;
  /** `fill` gets at least this many columns, even if the row becomes too wide. */
  readonly fillColumnsMin: number;
}

export function row({ left, fill, right = EMPTY_LINE, fillColumnsMin }: RowParts, columns: number): Line {
  return [...left, ...fill(Math.max(fillColumnsMin, columns - lineWidth(left) - lineWidth(right))), ...right];
}

/** Puts the right part at the right edge and truncates the left part if necessary. */
export function spread(left: Line, right: Line, columns: number): Line {
  const room = columns - lineWidth(right) - 1;
  return room < 8 ? shortenedLine(left, columns) : [...fitted(left, room), { text: " " }, ...right];
}

/** Puts two columns of rows side by side. */
export function sideBySide(left: readonly Line[], right: readonly Line[], leftColumns: number, gap: Line): Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...fitted(left[index] ?? EMPTY_LINE, leftColumns),
    ...gap,
    ...(right[index] ?? EMPTY_LINE),
  ]);
}

/** Puts one part at the top and one at the bottom of `rows` rows, or of more if they do not fit. */
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
