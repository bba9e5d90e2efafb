// Encodes a picture as a terminal sequence, with its number of rows.
import { PICTURE_CHARS_MAX, PICTURE_ROWS_MAX } from "../../limits.ts";
import { decodePng, pngSize } from "./decode-png.ts";
import type { PictureWay } from "./detect-pictures.ts";
import { encodeSixel } from "./encode-sixel.ts";

export interface PictureTheme {
  readonly way: PictureWay;
  /** The size of a character in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
}

export interface Picture {
  readonly sequence: string;
  readonly rows: number;
}

/** Kitty takes the data in pieces of at most this length. */
const KITTY_PIECE = 4_096;

/** Undefined if the terminal cannot draw it; it is then described in words. */
export function encodePicture(base64: string, { way, cell }: PictureTheme, columns: number): Picture | undefined {
  if (base64.length > PICTURE_CHARS_MAX || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const data = Buffer.from(base64, "base64");
  const size = pngSize(data);
  if (way === "iterm2")
    return toITerm(base64, data.length, size === undefined ? PICTURE_ROWS_MAX : rowsOf(size, cell, columns));
  if (size === undefined) return undefined;
  const rows = rowsOf(size, cell, columns);
  if (way === "kitty") return { sequence: toKitty(base64, rows), rows };
  const pixels = decodePng(data);
  if (pixels === undefined) return undefined;
  const scale = Math.min(1, (rows * cell.height) / size.height, (columns * cell.width) / size.width);
  const shown = {
    width: Math.max(1, Math.floor(size.width * scale)),
    height: Math.max(1, Math.floor(size.height * scale)),
  };
  return { sequence: encodeSixel(pixels, shown), rows };
}

/** In its own size, unless it is too wide or too high. */
function rowsOf(size: { width: number; height: number }, cell: PictureTheme["cell"], columns: number): number {
  const scale = Math.min(1, (columns * cell.width) / Math.max(1, size.width));
  return Math.min(PICTURE_ROWS_MAX, Math.max(1, Math.ceil((size.height * scale) / cell.height)));
}

function toITerm(base64: string, bytes: number, rows: number): Picture {
  const how = `size=${bytes};height=${rows};preserveAspectRatio=1;inline=1`;
  return { sequence: `\u001b]1337;File=${how}:${base64}\u0007`, rows };
}

/** C=1: the cursor stays where it is. q=2: no answer. */
function toKitty(base64: string, rows: number): string {
  const pieces = base64.match(new RegExp(`.{1,${KITTY_PIECE}}`, "g")) ?? [];
  return pieces
    .map((piece, index) => {
      const head = index === 0 ? `f=100,a=T,C=1,q=2,r=${rows},` : "";
      return `\u001b_G${head}m=${index < pieces.length - 1 ? 1 : 0};${piece}\u001b\\`;
    })
    .join("");
}
