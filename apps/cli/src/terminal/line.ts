// What is drawn: lines of spans. Plain data without escape sequences, so that it can be measured, wrapped and compared.

/** Colours of the user's own palette: whatever the background is, the user can read them. */
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
  /** Where a click leads, in terminals that can do that. */
  readonly link?: string | undefined;
}

export type Line = readonly Span[];

/** The words that the rest of the program has for how something looks. */
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

/** Strings stand for plain spans; empty ones are left out. */
export function line(...parts: readonly (string | Span | undefined)[]): Line {
  return parts.flatMap((part) => {
    if (part === undefined) return [];
    const whole = typeof part === "string" ? { text: part } : part;
    return whole.text === "" ? [] : [whole];
  });
}

/** The text alone. */
export function textOf(drawn: Line): string {
  let text = "";
  for (const part of drawn) text += part.text;
  return text;
}

/** What lies on top wins where both say something. */
export function layered(below: Style | undefined, above: Style | undefined): Style | undefined {
  if (below === undefined || above === undefined) return below ?? above;
  return { ...below, ...above };
}

export function restyled(drawn: Line, style: Style): Line {
  return drawn.map((part) => ({ ...part, style: layered(style, part.style) }));
}
