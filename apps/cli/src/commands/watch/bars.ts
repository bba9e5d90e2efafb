// Draws bars that show shares of a whole.
import { line, span, type Line, type Span, type Style } from "../../terminal/line.ts";
import { ASCII_SYMBOLS, type Theme } from "../../terminal/theme.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

function isAscii({ symbols }: Theme): boolean {
  return symbols.dot === ASCII_SYMBOLS.dot;
}

/** Fills `share` of the columns; the rest is dim. */
export function drawBar(share: number, columns: number, style: Style, theme: Theme): Line {
  const part = Math.min(1, Math.max(0, share)) * columns;
  const ascii = isAscii(theme);
  const whole = ascii ? Math.round(part) : Math.floor(part);
  const eighth = ascii ? "" : (EIGHTHS[Math.floor((part - whole) * 8)] ?? "");
  const filled = (ascii ? "#" : "█").repeat(whole) + eighth;
  const rest = (ascii ? "." : "░").repeat(Math.max(0, columns - whole - (eighth === "" ? 0 : 1)));
  return line({ text: filled, style }, span(rest, "dim"));
}

/** Draws the heat of a file; nothing if it is cold. */
export function drawHeat(heat: number, columns: number, theme: Theme): Line {
  const part = Math.min(1, Math.max(0, heat)) * columns;
  const ascii = isAscii(theme);
  const whole = ascii ? Math.max(1, Math.round(part)) : Math.floor(part);
  const eighth = ascii ? "" : (EIGHTHS[Math.max(whole === 0 ? 1 : 0, Math.floor((part - whole) * 8))] ?? "");
  const filled = (ascii ? "#" : "█").repeat(whole) + eighth;
  const width = whole + (eighth === "" ? 0 : 1);
  return line({ text: filled, style: heatStyle(heat) }, " ".repeat(Math.max(0, columns - width)));
}

function heatStyle(heat: number): Style {
  if (heat > 0.66) return { color: "red" };
  if (heat > 0.33) return { color: "yellow" };
  return heat > 0.1 ? { color: "cyan" } : { color: "blue" };
}

export interface Share {
  readonly amount: number;
  readonly style: Style;
  /** The character that is used without colours. */
  readonly letter: string;
}

/** Draws several shares of one whole side by side. */
export function drawShares(shares: readonly Share[], columns: number, theme: Theme): Line {
  const total = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (total <= 0) return line(span((isAscii(theme) ? "." : "░").repeat(columns), "dim"));
  const spans: Span[] = [];
  let from = 0;
  let sum = 0;
  for (const { amount, style, letter } of shares) {
    sum += amount;
    const to = Math.round((sum / total) * columns);
    const text = theme.hasColor && !isAscii(theme) ? "█" : letter;
    if (to > from) spans.push({ text: text.repeat(to - from), style });
    from = to;
  }
  return spans;
}
