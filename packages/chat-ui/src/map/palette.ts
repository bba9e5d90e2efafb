// The colours of the map, from the tokens of the theme: one for every heat, so that painting a tile mixes nothing.
import { READ, UNASKED, WRITE } from "../recording/file-states.ts";
import { COLD, HEATS, kindOfHeat, strengthOfHeat } from "./heat.ts";

export interface Palette {
  readonly background: string;
  readonly folder: string;
  readonly line: string;
  readonly text: string;
  readonly soft: string;
  readonly mute: string;
  readonly raise: string;
  readonly focus: string;
  readonly unasked: string;
  /** By heat. */
  readonly tiles: readonly string[];
  /** Of the name on a tile, by heat. */
  readonly names: readonly string[];
  readonly font: string;
}

type Rgb = readonly [number, number, number];

/** How far a cold tile is from its folder. */
const COLD_SHARE = 0.055;
/** Where folders have the colour of the page, as with high contrast, tiles alone have to stand out. */
const COLD_SHARE_FLAT = 0.16;
const LEAST_SHARE = 0.14;

/** `resolve` gives a token as `#rrggbb`. */
export function createPalette(token: (name: string) => string, font: string): Palette {
  const color = (name: string): Rgb => toRgb(token(name));
  const [panel, text, dark] = [color("panel"), color("text"), color("bg")];
  const cold = mix(panel, text, toHex(panel) === toHex(dark) ? COLD_SHARE_FLAT : COLD_SHARE);
  const kinds = { [READ]: color("read"), [WRITE]: color("written"), [UNASKED]: color("unasked") };
  const tiles: Rgb[] = Array.from({ length: HEATS }, (_, heat) => {
    if (heat === COLD) return cold;
    return mix(cold, kinds[kindOfHeat(heat)], LEAST_SHARE + (1 - LEAST_SHARE) * strengthOfHeat(heat));
  });
  const white: Rgb = [255, 255, 255];
  const inks: readonly Rgb[] = [text, dark, white, [16, 16, 15]];
  return {
    background: token("bg"),
    folder: token("panel"),
    line: token("line"),
    text: token("text"),
    soft: token("soft"),
    mute: token("mute"),
    raise: token("raise"),
    focus: token("focus"),
    unasked: token("unasked"),
    tiles: tiles.map(toHex),
    names: tiles.map((tile, heat) => (heat === COLD ? token("mute") : toHex(readable(inks, tile)))),
    font,
  };
}

/** The ink that stands out most. */
function readable(inks: readonly Rgb[], background: Rgb): Rgb {
  const of = (ink: Rgb): number => contrast(luminance(ink), luminance(background));
  return inks.reduce((best, ink) => (of(ink) > of(best) ? ink : best));
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex([red, green, blue]: Rgb): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0")}`;
}
