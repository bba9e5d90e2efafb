// Finds secrets by their names, as in `NAME=value`, `name: value`, `"name": "value"`; after-name.ts finds those
// without a sign in between. Each word that names a secret is examined once, within a bounded range around it.
import { ASSIGNED_BLANKS_MAX, ASSIGNED_NAME_CHARS_MAX } from "../limits.ts";
import { strengthOf } from "../secret-names.ts";
import { findAfterName } from "./after-name.ts";
import { bareEnd, examinedEnd } from "./bare-end.ts";
import { BLANK, NAME, runEnd, runStart, SPACE } from "./characters.ts";
import { findHeaderValue } from "./find-header.ts";
import { isHeader } from "./headers.ts";
import type { Found, Place } from "./place.ts";
import { findQuotedEnd, quoteAt, type Quote } from "./quotes.ts";
import { isSecretValue } from "./secret-value.ts";
import type { Span } from "./spans.ts";

const WORDS = /pass|pwd|secret|token|credential|key|auth|cookie|jwt|mnemonic|bearer|dsn/gi;
const KIND = "value with a secret's name";
/** What may precede a name at the start of its line: indentation, the dash of a list. */
const LINE_START = /(?:^|\n|\\n)[ \t-]*(?:export )?$/;
const LINE_START_CHARS = 40;
const LINE_END = /^[ \t]*(?:$|[\r\n#]|\\[rn])/;
const LINE_END_CHARS = 16;

/** `hidesField`: which fields of JSON are hidden, for callers that know better. */
export function findNamed(text: string, spans: Span[], hidesField?: (name: string) => boolean): void {
  WORDS.lastIndex = 0;
  for (let match = WORDS.exec(text); match !== null; match = WORDS.exec(text)) {
    const word = match.index;
    const start = runStart(text, word, NAME, ASSIGNED_NAME_CHARS_MAX);
    const end = runEnd(text, word + match[0].length, NAME, ASSIGNED_NAME_CHARS_MAX);
    const name = text.slice(start, end);
    const strength = strengthOf(name);
    WORDS.lastIndex = end;
    if (strength === undefined) continue;
    const value = findValue({ text, start, end, name, strength }, hidesField);
    if (value === undefined) continue;
    spans.push({ ...value, kind: KIND });
    WORDS.lastIndex = Math.max(end, value.end);
  }
}

function findValue(place: Place, hidesField: ((name: string) => boolean) | undefined): Found | undefined {
  const { text, start, end, name } = place;
  const quote = quoteAt(text, end);
  const isKey = quote !== undefined && text[start - 1] === quote.quote;
  const nameEnd = isKey ? end + quote.length : end;
  const sign = signAfter(text, nameEnd, isKey);
  if (sign === undefined) return findAfterName(place, nameEnd);
  if (isKey && hidesField?.(name) === false) return undefined;
  const from = runEnd(text, sign.end, isKey ? SPACE : BLANK, ASSIGNED_BLANKS_MAX);
  const opening = quoteAt(text, from);
  if (opening !== undefined) return quotedValue(place, from + opening.length, opening, isKey);
  if (sign.isColon && isHeader(name)) return findHeaderValue(text, from);
  return bareValue(place, from, !sign.isColon && from === end + 1);
}

interface Sign {
  readonly isColon: boolean;
  readonly end: number;
}

function signAfter(text: string, at: number, isKey: boolean): Sign | undefined {
  const start = runEnd(text, at, isKey ? SPACE : BLANK, ASSIGNED_BLANKS_MAX);
  const [sign, next] = [text[start], text[start + 1]];
  if (sign === "=" && next === ">") return isKey ? { isColon: true, end: start + 2 } : undefined;
  if (sign === "=" && next !== "=") return { isColon: false, end: start + 1 };
  if (sign !== ":" || next === ":") return undefined;
  return { isColon: true, end: start + (next === "=" ? 2 : 1) };
}

function quotedValue(place: Place, start: number, quote: Quote, isKey: boolean): Found | undefined {
  const { text } = place;
  const quoted = findQuotedEnd(text, start, quote);
  // An unclosed quote is a character of the value, except in a truncated field of JSON.
  const end = quoted === text.length && !isKey ? bareEnd(text, start) : quoted;
  const value = text.slice(start, end);
  // A value that code builds, or code in a document.
  if (quote.quote === "`" && (value.includes("${") || value.includes(" "))) return undefined;
  const isSecret = isSecretValue({
    ...place,
    value,
    isQuoted: true,
    isField: isKey,
    isTight: false,
    isWholeLine: false,
  });
  return isSecret ? { start, end } : undefined;
}

function bareValue(place: Place, start: number, isTight: boolean): Found | undefined {
  const { text } = place;
  const examined = examinedEnd(text, start);
  const value = text.slice(start, examined);
  const before = text.slice(Math.max(0, place.start - LINE_START_CHARS), place.start);
  const isWholeLine = LINE_END.test(text.slice(examined, examined + LINE_END_CHARS)) && LINE_START.test(before);
  if (!isSecretValue({ ...place, value, isQuoted: false, isTight, isWholeLine })) return undefined;
  // A list or an object may continue after the value, so its punctuation stays.
  const end = bareEnd(text, examined);
  const kept = isTight ? 0 : (/[,;.)}\]]*$/.exec(text.slice(Math.max(start, end - 8), end))?.[0].length ?? 0);
  return { start, end: end - kept };
}
