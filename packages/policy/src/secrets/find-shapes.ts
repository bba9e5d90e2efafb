// Finds tokens by their shape, in one pass over the text: two characters determine whether a row of the table may begin
// here, and the work per row is bounded, so the total is linear in the text.
import { DIGITS, has, HEX, runEnd, runStart, WORD } from "./characters.ts";
import { SHAPES, type Shape } from "./shapes.ts";
import type { Span } from "./spans.ts";

interface Row {
  readonly literal: string;
  readonly shape: Shape;
}

/** The number of characters that are examined before a run counts as a token; a token is then followed to its end. */
const EXAMINED_CHARS = 512;
const ESCAPE_CHARS = 6;
/** Escaped characters. */
const ESCAPE_BEFORE = /(?:\\[bfv0]|\\x[\da-f]{2}|\\u[\da-f]{4}|%[\da-f]{2})$/i;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const LOWER_U = 0x75;
const LOWER_X = 0x78;

const CODES = 128;
/** Indexed by the number of their first two characters in `BEGINS`. */
const ROWS: Row[][] = [[]];
const BEGINS = new Uint8Array(CODES * CODES);
/** Some of those rows also begin in the middle of a word. */
const IS_FREE = new Uint8Array(CODES * CODES);
for (const shape of SHAPES) {
  for (const literal of shape.literals) {
    const pair = literal.charCodeAt(0) * CODES + literal.charCodeAt(1);
    if (BEGINS[pair] === 0) BEGINS[pair] = ROWS.push([]) - 1;
    ROWS[BEGINS[pair] ?? 0]?.push({ literal, shape });
    if (shape.before !== undefined || !has(WORD, literal.charCodeAt(0))) IS_FREE[pair] = 1;
  }
}
// Longest first, because a token that begins with `sk_live_` also begins with `sk_`.
for (const rows of ROWS) rows.sort((a, b) => b.literal.length - a.literal.length);

export function findShapes(text: string, spans: Span[]): void {
  const last = text.length - 1;
  let next = text.charCodeAt(0);
  for (let at = 0; at < last; at += 1) {
    const code = next;
    next = text.charCodeAt(at + 1);
    if (code >= CODES || next >= CODES) continue;
    const pair = code * CODES + next;
    const begun = BEGINS[pair] ?? 0;
    if (begun === 0 || (IS_FREE[pair] === 0 && !mayBegin(text, at))) continue;
    const span = findAt(text, at, ROWS[begun] ?? []);
    if (span === undefined) continue;
    spans.push(span);
    at = Math.max(at, span.end - 1);
    next = text.charCodeAt(at + 1);
  }
}

function findAt(text: string, at: number, rows: readonly Row[]): Span | undefined {
  for (const { literal, shape } of rows) {
    if (!text.startsWith(literal, at)) continue;
    const start = startOf(text, at, shape);
    if (start === undefined) continue;
    const from = at + literal.length;
    const end = endOf(text, from, shape);
    if (end !== undefined) return { start: shape.keeps === true ? from : start, end, kind: shape.name };
  }
  return undefined;
}

/** The beginning of the token; `undefined` if it is in the middle of a word. */
function startOf(text: string, at: number, { before }: Shape): number | undefined {
  if (before !== undefined) {
    const max = before.max ?? EXAMINED_CHARS;
    const start = runStart(text, at, before.of, max + 1);
    const length = at - start;
    return length >= before.min && length <= max ? start : undefined;
  }
  // Fixed text that begins with a sign needs no word boundary.
  return !has(WORD, text.charCodeAt(at)) || isBorder(text, at) ? at : undefined;
}

/** A quick check for a word boundary, or a possible escape sequence, before it. */
function mayBegin(text: string, at: number): boolean {
  if (at === 0 || !has(WORD, text.charCodeAt(at - 1))) return true;
  for (let before = at - 2; before >= 0 && before >= at - 6; before -= 1) {
    const code = text.charCodeAt(before);
    if (code === BACKSLASH || code === PERCENT) return true;
    if (!has(HEX, code) && code !== LOWER_X && code !== LOWER_U) return false;
  }
  return false;
}

function isBorder(text: string, at: number): boolean {
  if (at === 0 || !has(WORD, text.charCodeAt(at - 1))) return true;
  return ESCAPE_BEFORE.test(text.slice(Math.max(0, at - ESCAPE_CHARS), at));
}

function endOf(text: string, from: number, { of, min, max, contains, isMixed }: Shape): number | undefined {
  const examined = runEnd(text, from, of, max === undefined ? EXAMINED_CHARS : max + 1);
  const length = examined - from;
  if (length < min || (max !== undefined && length > max)) return undefined;
  if (contains !== undefined || isMixed === true) {
    const run = text.slice(from, examined);
    if (contains !== undefined && !run.includes(contains)) return undefined;
    if (isMixed === true && !hasMixture(run)) return undefined;
  }
  return max === undefined && length === EXAMINED_CHARS ? runEnd(text, examined, of) : examined;
}

/** A digit, or a capital after a small letter. */
export function hasMixture(text: string): boolean {
  let hasSmall = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (has(DIGITS, code) || (hasSmall && code >= 0x41 && code <= 0x5a)) return true;
    hasSmall ||= code >= 0x61 && code <= 0x7a;
  }
  return false;
}
