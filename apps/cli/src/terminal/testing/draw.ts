// Themes for tests, and drawn lines as text.
import { encodeLine } from "../encode-line.ts";
import type { Line } from "../line.ts";
import { UNICODE_SYMBOLS, type Theme } from "../theme.ts";

export function theme(columns = 60, changes: Partial<Theme> = {}): Theme {
  return { columns, hasColor: true, hasLinks: false, symbols: UNICODE_SYMBOLS, ...changes };
}

/** Without colours, so that markdown keeps its marks. */
export function plainTheme(columns = 60): Theme {
  return theme(columns, { hasColor: false });
}

/** The text without styles. */
export function textOf(drawn: Line): string {
  return drawn.map(({ text }) => text).join("");
}

export function toText(lines: readonly Line[]): string {
  return lines.map(textOf).join("\n");
}

/** Shows colours as `<31>`, which is readable in a test. */
export function toColors(lines: readonly Line[], palette: Theme = theme()): string {
  return (
    lines
      .map((drawn) => encodeLine(drawn, palette))
      .join("\n")
      .replaceAll("\u001b[0m", "<>")
      // oxlint-disable-next-line no-control-regex -- what a terminal is told
      .replace(/\u001b\[([\d;]*)m/g, "<$1>")
  );
}
