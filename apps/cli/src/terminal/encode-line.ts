// The only place that writes escape sequences for colours and links, and that removes any others.
import { neutralise } from "@parley/base";
import type { Color, Line, Span, Style } from "./line.ts";
import { LINK_CHARS_MAX } from "../limits.ts";

/** The capabilities of the terminal. */
export interface Palette {
  readonly hasColor: boolean;
  readonly hasLinks: boolean;
}

const COLORS: Readonly<Record<Color, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
};

const RESET = "\u001b[0m";

export function encodeLine(drawn: Line, palette: Palette): string {
  let text = "";
  for (const part of drawn) text += encodeSpan(part, palette);
  return text;
}

function encodeSpan({ text, style, link }: Span, { hasColor, hasLinks }: Palette): string {
  // The text is neutralised here in case the caller did not do it; a line must not contain line breaks either.
  const safe = neutralise(text).replaceAll("\n", " ");
  const codes = hasColor && style !== undefined ? toCodes(style) : "";
  const painted = codes === "" ? safe : `\u001b[${codes}m${safe}${RESET}`;
  return hasLinks && link !== undefined ? encodeLink(painted, link) : painted;
}

function toCodes(style: Style): string {
  const codes: number[] = [];
  if (style.bold === true) codes.push(1);
  if (style.dim === true) codes.push(2);
  if (style.italic === true) codes.push(3);
  if (style.underline === true) codes.push(4);
  if (style.inverse === true) codes.push(7);
  if (style.strike === true) codes.push(9);
  if (style.color !== undefined) codes.push(COLORS[style.color]);
  return codes.join(";");
}

/** Links are limited to schemes that only open a page or a mail. */
const LINKABLE = /^(https?|mailto):[!-~]+$/i;

function encodeLink(painted: string, link: string): string {
  if (link.length > LINK_CHARS_MAX || !LINKABLE.test(link)) return painted;
  return `\u001b]8;;${link}\u001b\\${painted}\u001b]8;;\u001b\\`;
}
