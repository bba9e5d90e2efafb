// The colours, symbols and width of an output stream.
import type { Settings } from "@parley/base";
import { detectPalette, detectSymbols } from "../terminal/detect-terminal.ts";
import type { Palette } from "../terminal/encode-line.ts";
import type { Theme } from "../terminal/theme.ts";

export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const COLUMNS_WITHOUT_TERMINAL = 120;
/** The layout needs at least this width. */
const COLUMNS_MIN = 40;

export function paletteOf(stream: OutputStream, color: Settings["color"]): Palette {
  return detectPalette(color, stream.isTTY === true, process.env);
}

export function columnsOf(stream: OutputStream): number {
  return Math.max(COLUMNS_MIN, stream.columns ?? COLUMNS_WITHOUT_TERMINAL);
}

export function themeOf(stream: OutputStream, color: Settings["color"]): Theme {
  return { ...paletteOf(stream, color), columns: columnsOf(stream) - 1, symbols: detectSymbols(process.env) };
}
