// Rows of keys or commands with what they do, in two columns.
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { padded, widthOf } from "../../terminal/width.ts";
import { wrapLine } from "../../terminal/wrap.ts";

const NAME_COLUMNS_MAX = 24;

export function drawTwoColumns(rows: readonly (readonly [name: string, about: string])[], theme: Theme): Line[] {
  const widest = Math.max(0, ...rows.map(([name]) => widthOf(name)));
  // In a narrow terminal the description goes below the name.
  const isNarrow = theme.columns < widest + 24;
  const width = Math.min(NAME_COLUMNS_MAX, widest);
  return rows.flatMap(([name, about]) => {
    const rest: Line = [{ text: " ".repeat(isNarrow ? 4 : width + 2) }];
    if (isNarrow) return [line(span(name, "accent")), ...wrapLine(line(about), theme.columns, { first: rest })];
    const first = line(span(padded(name, width), "accent"), "  ");
    return wrapLine(line(about), theme.columns, { first, rest });
  });
}
