// Finds a secret's name directly followed by its value: options, `.netrc`, settings commands, XML, pairs of name and
// value.
import { bareEnd, examinedEnd } from "./bare-end.ts";
import { BLANK, runEnd } from "./characters.ts";
import { hasMixture } from "./find-shapes.ts";
import type { Found, Place } from "./place.ts";
import { findQuotedEnd, quoteAt } from "./quotes.ts";
import { hasSubstance, isKeyword, isReference } from "./secret-value.ts";

const BLANKS_MAX = 64;
const BEFORE_CHARS = 200;
/**
 * `login me password …`, as in `.netrc`; `set name …`, as in `npm config`, `aws configure`, csh and Windows;
 * `ENV name …`.
 */
const BEFORE = /\b(?:login[ \t\r\n]+\S{1,100}[ \t\r\n]+|(?:set|setenv|setx|ENV)[ \t]+\S{0,100})$/;
/** `"name": "DB_PASSWORD", "value": "…"`, and the same in YAML. */
const PAIR = /^\s{0,20},?\s{0,40}\\{0,15}["']?value\\{0,15}["']?\s{0,10}[:=]\s{0,10}/;
const PAIR_CHARS = 160;
const IS = /^[ \t]+(?:is|was|are)[ \t]+/i;
const IS_CHARS = 16;
const TOKEN_CHARS_MIN = 8;

export function findAfterName(place: Place, from: number): Found | undefined {
  const { text, start, end } = place;
  if (text[end] === ">" && text[start - 1] === "<") return xmlValue(text, end + 1);
  const pair = PAIR.exec(text.slice(from, from + PAIR_CHARS))?.[0];
  if (pair !== undefined && (pair.includes(",") || pair.includes("\n"))) return valueAt(place, from + pair.length);
  const value = runEnd(text, from, BLANK, BLANKS_MAX);
  if (value === from) return undefined;
  if (text[start] === "-") return optionValue(place, value);
  if (BEFORE.test(text.slice(Math.max(0, start - BEFORE_CHARS), start))) return valueAt(place, value);
  if (/^bearer$/i.test(place.name)) return mixedAt(place, value, TOKEN_CHARS_MIN);
  if (place.name === "PASSWORD" && text[value] === "'") return valueAt(place, value);
  const is = place.strength === "strong" ? IS.exec(text.slice(from, from + IS_CHARS))?.[0] : undefined;
  return is === undefined ? undefined : mixedAt(place, from + is.length, TOKEN_CHARS_MIN - 2);
}

/** An option, or a placeholder for its value in a usage line: `--token TOKEN`. */
function optionValue(place: Place, at: number): Found | undefined {
  const { text, name } = place;
  if (text[at] === "-") return undefined;
  const word = text.slice(at, examinedEnd(text, at)).replaceAll(/[^A-Za-z]/g, "");
  const isPlaceholder = word !== "" && word === word.toUpperCase() && name.toUpperCase().includes(word);
  return isPlaceholder ? undefined : valueAt(place, at);
}

function valueAt({ text, name }: Place, at: number): Found | undefined {
  const quote = quoteAt(text, at);
  const start = at + (quote?.length ?? 0);
  const quoted = quote === undefined ? text.length : findQuotedEnd(text, start, quote);
  const end = quoted === text.length ? bareEnd(text, start) : quoted;
  const value = text.slice(start, Math.min(end, start + BEFORE_CHARS));
  // A call is code, not a value.
  if (quote === undefined && value.includes("(")) return undefined;
  if (!hasSubstance(value) || isReference(value) || isKeyword(value)) return undefined;
  // A number of tokens.
  if (/tokens/i.test(name) && /^\d+$/.test(value)) return undefined;
  return { start, end };
}

function mixedAt(place: Place, at: number, charsMin: number): Found | undefined {
  const found = valueAt(place, at);
  if (found === undefined || found.end - found.start < charsMin) return undefined;
  return hasMixture(place.text.slice(found.start, Math.min(found.end, found.start + BEFORE_CHARS))) ? found : undefined;
}

function xmlValue(text: string, start: number): Found | undefined {
  const end = text.indexOf("<", start);
  const isValue = end > start && text[end + 1] === "/" && text.slice(start, Math.min(end, start + 2_000)).trim() !== "";
  return isValue && !isReference(text.slice(start, start + BEFORE_CHARS)) ? { start, end } : undefined;
}
