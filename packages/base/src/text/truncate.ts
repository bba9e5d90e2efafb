// Shortens text to a number of UTF-16 units, as `length` counts them, without splitting a visible character.

const ELLIPSIS = "…";

/** The beginning, with an ellipsis if something is missing. Never longer than `charsMax`. */
export function truncate(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : startOf(text, charsMax - 1) + ELLIPSIS;
}

/** The end, with an ellipsis if something is missing: for text whose latest part matters most. */
export function truncateStart(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : ELLIPSIS + endOf(text, charsMax - 1);
}

/** White space, control characters, and marks that change the direction of writing. */
const BLANKS = /[\s\p{Cc}\p{Bidi_Control}]+/gu;
/** Only this multiple of the limit is read, because later text could not be shown anyway. */
const READ_TIMES = 8;

/** On one line, truncated: for titles and lists. */
export function toOneLine(text: string, charsMax: number): string {
  const read = text.slice(0, READ_TIMES * charsMax);
  const line = read.replaceAll(BLANKS, " ").trim();
  if (line.length > charsMax) return startOf(line, charsMax - 1).trimEnd() + ELLIPSIS;
  return read.length === text.length || line.length === charsMax ? line : line + ELLIPSIS;
}

/** The first characters, at most `charsMax` units of them. */
export function startOf(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const end = Math.max(0, charsMax);
  return text.slice(0, isBoundary(text, end) ? end : boundaryBefore(text, end));
}

/** The last characters, at most `charsMax` units of them. */
export function endOf(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const start = text.length - Math.max(0, charsMax);
  return text.slice(isBoundary(text, start) ? start : boundaryAfter(text, start));
}

/** Below the first combining mark, every unit is a character. */
const PLAIN_MAX = 0x2ff;
const [CARRIAGE_RETURN, LINE_FEED] = [13, 10];

/** A quick check that is enough for nearly all text. */
function isBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return before <= PLAIN_MAX && after <= PLAIN_MAX && !(before === CARRIAGE_RETURN && after === LINE_FEED);
}

/** Longer than any real character: a family emoji has 11 units. */
const CHARACTER_UNITS_MAX = 64;

function boundaryBefore(text: string, index: number): number {
  const from = Math.max(0, index - CHARACTER_UNITS_MAX);
  let boundary = from;
  for (const start of boundaries(text, from, index)) {
    if (start > index) break;
    boundary = start;
  }
  // Without any boundary, half a surrogate pair must not remain.
  return boundary > from || from === 0 ? boundary : index - (isLowSurrogate(text, index) ? 1 : 0);
}

function boundaryAfter(text: string, index: number): number {
  for (const start of boundaries(text, Math.max(0, index - CHARACTER_UNITS_MAX), index)) {
    if (start >= index) return start;
  }
  return index + (isLowSurrogate(text, index) ? 1 : 0);
}

/** Created on first use, because that takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

function* boundaries(text: string, from: number, index: number): Generator<number> {
  const start = from + (isLowSurrogate(text, from) ? 1 : 0);
  segmenter ??= new Intl.Segmenter();
  const window = text.slice(start, index + CHARACTER_UNITS_MAX);
  for (const segment of segmenter.segment(window)) yield start + segment.index;
  if (start + window.length === text.length) yield text.length;
}

function isLowSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}
