// Rows of keys or commands with descriptions, in two columns.
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened, widthOf } from "../../terminal/width.ts";
import { wrapLine } from "../../terminal/wrap.ts";

const NAME_COLUMNS_MAX = 24;
const ABOUT_COLUMNS_LEAST = 24;

export function drawTwoColumns(rows: readonly (readonly [name: string, about: string])[], theme: Theme): Line[] {
  const widest = Math.max(0, ...rows.map(([name]) => widthOf(name)));
  const width = Math.min(NAME_COLUMNS_MAX, widest);
  // In a narrow terminal the description goes below the name, as it does below a long name.
  const isNarrow = theme.columns < width + ABOUT_COLUMNS_LEAST;
  const rest: Line = [{ text: " ".repeat(isNarrow ? 4 : width + 2) }];
  return rows.flatMap(([name, about]) => {
    const shown = span(shortened(name, theme.columns), "accent");
    if (isNarrow || widthOf(name) > width)
      return [line(shown), ...wrapLine(line(about), theme.columns, { first: rest })];
    const first = line(shown, " ".repeat(width + 2 - widthOf(name)));
    return wrapLine(line(about), theme.columns, { first, rest });
  });
}
