// Pixels as sixels: six rows at a time, one colour after the other, from a fixed cube of 216 colours.
import type { Pixels } from "./decode-png.ts";

const LEVELS = 6;
const ROWS = 6;
/** Pixels with less opacity are skipped. */
const OPAQUE = 128;

/** Scaled to this size, by the nearest pixel. */
export function encodeSixel(
  { width, height, rgba }: Pixels,
  shown: { readonly width: number; readonly height: number },
): string {
  const colors = new Int16Array(shown.width * shown.height).fill(-1);
  for (let y = 0; y < shown.height; y += 1) {
    const row = Math.floor((y * height) / shown.height) * width;
    for (let x = 0; x < shown.width; x += 1) {
      const at = (row + Math.floor((x * width) / shown.width)) * 4;
      if ((rgba[at + 3] ?? 0) >= OPAQUE) colors[y * shown.width + x] = toColor(rgba, at);
    }
  }
  const used = [...new Set(colors)].filter((color) => color >= 0);
  const palette = used.map((color) => `#${color};2;${toShares(color).join(";")}`);
  const bands: string[] = [];
  for (let top = 0; top < shown.height; top += ROWS) bands.push(encodeBand(colors, shown, top));
  return `\u001bPq"1;1;${shown.width};${shown.height}${palette.join("")}${bands.join("-")}\u001b\\`;
}

function encodeBand(colors: Int16Array, { width, height }: { width: number; height: number }, top: number): string {
  const rows = Math.min(ROWS, height - top);
  const bits = new Map<number, Uint8Array>();
  for (let row = 0; row < rows; row += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colors[(top + row) * width + x] ?? -1;
      if (color < 0) continue;
      const line = bits.get(color) ?? new Uint8Array(width);
      line[x] = (line[x] ?? 0) | (1 << row);
      bits.set(color, line);
    }
  }
  return [...bits].map(([color, line]) => `#${color}${encodeRuns(line)}`).join("$");
}

function encodeRuns(line: Uint8Array): string {
  let text = "";
  for (let at = 0; at < line.length;) {
    const value = line[at] ?? 0;
    let end = at + 1;
    while (end < line.length && line[end] === value) end += 1;
    const letter = String.fromCharCode(63 + value);
    text += end - at > 3 ? `!${end - at}${letter}` : letter.repeat(end - at);
    at = end;
  }
  return text;
}

function toColor(rgba: Uint8Array, at: number): number {
  const level = (value = 0): number => Math.round((value * (LEVELS - 1)) / 255);
  return (level(rgba[at]) * LEVELS + level(rgba[at + 1])) * LEVELS + level(rgba[at + 2]);
}

/** In percent. */
function toShares(color: number): number[] {
  const levels = [Math.floor(color / (LEVELS * LEVELS)), Math.floor(color / LEVELS) % LEVELS, color % LEVELS];
  return levels.map((level) => Math.round((level * 100) / (LEVELS - 1)));
}
