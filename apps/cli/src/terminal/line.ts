// Drawn output as lines of spans: data without escape sequences, so that it can be measured, wrapped and compared.

import type { Picture } from "./pictures/encode-picture.ts";

/** The colours of the user's palette, which are readable on any background. */
export type Color = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

export interface Style {
  readonly color?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly inverse?: boolean;
}

export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
  /** The target of a click, in terminals that support links. */
  readonly link?: string | undefined;
  /** Drawn instead of the text, which is empty. */
  readonly picture?: Picture | undefined;
}

export type Line = readonly Span[];

/** The styles by the names that the rest of the program uses. */
export const STYLES = {
  accent: { color: "cyan" },
  bad: { color: "red" },
  badWord: { color: "red", inverse: true },
  code: { color: "cyan" },
  dim: { dim: true },
  good: { color: "green" },
  goodWord: { color: "green", inverse: true },
  heading: { bold: true, color: "magenta" },
  selected: { bold: true, color: "cyan" },
  strong: { bold: true },
  thought: { dim: true, italic: true },
  title: { bold: true, underline: true, color: "magenta" },
  warn: { color: "yellow" },
} as const satisfies Record<string, Style>;
export type StyleName = keyof typeof STYLES;

export const EMPTY_LINE: Line = [];

export function span(text: string, style?: StyleName): Span {
  return style === undefined ? { text } : { text, style: STYLES[style] };
}

/** Strings become plain spans; empty ones are left out. */
export function line(...parts: readonly (string | Span | undefined)[]): Line {
  return parts.flatMap((part) => {
    if (part === undefined) return [];
    const whole = typeof part === "string" ? { text: part } : part;
    return whole.text === "" ? [] : [whole];
  });
}

/** The style on top takes precedence. */
export function layered(below: Style | undefined, above: Style | undefined): Style | undefined {
  if (below === undefined || above === undefined) return below ?? above;
  return { ...below, ...above };
}

export function restyled(drawn: Line, style: Style): Line {
  return drawn.map((part) => ({ ...part, style: layered(style, part.style) }));
}
