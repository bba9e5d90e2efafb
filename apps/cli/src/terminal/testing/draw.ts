// What tests draw with, and lines as text.
import { encodeLine } from "../encode-line.ts";
import { textOf, type Line } from "../line.ts";
import { UNICODE_SYMBOLS, type Look } from "../look.ts";

export function look(columns = 60, changes: Partial<Look> = {}): Look {
  return { columns, hasColor: true, hasLinks: false, symbols: UNICODE_SYMBOLS, ...changes };
}

/** Without colours, where markdown keeps its marks. */
export function plainLook(columns = 60): Look {
  return look(columns, { hasColor: false });
}

export function toText(lines: readonly Line[]): string {
  return lines.map(textOf).join("\n");
}

/** With colours as `<31>`, which can be read in a test. */
export function toColors(lines: readonly Line[], palette: Look = look()): string {
  return (
    lines
      .map((drawn) => encodeLine(drawn, palette))
      .join("\n")
      .replaceAll("\u001b[0m", "<>")
      // oxlint-disable-next-line no-control-regex -- what a terminal is told
      .replace(/\u001b\[([\d;]*)m/g, "<$1>")
  );
}
