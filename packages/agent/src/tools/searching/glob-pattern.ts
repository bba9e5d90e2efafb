// Globs over paths with slashes: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any folders. Without a slash it fits at any depth.
import { GLOB_ALTERNATIVES_MAX, GLOB_CHARS_MAX } from "../limits.ts";
import { matchSequence, type SequencePattern } from "./match-sequence.ts";

export type Matches = (path: string) => boolean;

/** Or what is wrong with the pattern. */
export function compileGlob(pattern: string): Matches | { readonly wrong: string } {
  if (pattern.length > GLOB_CHARS_MAX) return { wrong: `The pattern is longer than ${GLOB_CHARS_MAX} characters.` };
  const alternatives = expandBraces(pattern);
  if (alternatives === undefined) {
    return { wrong: `The braces of the pattern come to more than ${GLOB_ALTERNATIVES_MAX} alternatives.` };
  }
  const compiled = alternatives.map(compileOne);
  return (path) => {
    const names = path.split("/");
    return compiled.some((one) => matchSequence(names, one));
  };
}

type Segment = "**" | readonly CharToken[];
type CharToken = "*" | "?" | { readonly char: string } | { readonly set: CharSet };

interface CharSet {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

function compileOne(pattern: string): SequencePattern<string, Segment> {
  const whole = pattern.endsWith("/") ? `${pattern}**` : pattern;
  const names = whole.split("/").filter((name) => name !== "" && name !== ".");
  const segments: Segment[] = names.map((name) => (name === "**" ? "**" : toTokens(name)));
  const tokens: readonly Segment[] = whole.includes("/") ? segments : ["**", ...segments];
  return {
    tokens,
    isGap: (segment) => segment === "**",
    fits: (segment, name) =>
      segment !== "**" && matchSequence(name, { tokens: segment, isGap: isStar, fits: fitsChar }),
  };
}

function isStar(token: CharToken): boolean {
  return token === "*";
}

function fitsChar(token: CharToken, char: string): boolean {
  if (token === "?") return true;
  if (token === "*") return false;
  if ("char" in token) return token.char === char;
  const { isNegated, ranges } = token.set;
  return ranges.some(([from, to]) => from <= char && char <= to) !== isNegated;
}

function toTokens(name: string): CharToken[] {
  const tokens: CharToken[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const char = name[at] ?? "";
    const set = char === "[" ? readSet(name, at) : undefined;
    if (set !== undefined) {
      tokens.push({ set: set.set });
      at = set.end;
    } else if (char === "*") {
      if (tokens.at(-1) !== "*") tokens.push("*");
    } else tokens.push(char === "?" ? "?" : { char });
  }
  return tokens;
}

/** A `[` without its `]` is itself. */
function readSet(name: string, start: number): { readonly set: CharSet; readonly end: number } | undefined {
  const isNegated = name[start + 1] === "!" || name[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  // A `]` right at the beginning belongs to the set.
  const end = name.indexOf("]", first + 1);
  if (end === -1) return undefined;
  const ranges: [string, string][] = [];
  for (let at = first; at < end; at += 1) {
    const from = name[at] ?? "";
    const isRange = name[at + 1] === "-" && at + 2 < end;
    ranges.push([from, isRange ? (name[at + 2] ?? from) : from]);
    if (isRange) at += 2;
  }
  return { set: { isNegated, ranges }, end };
}

/** Undefined if there are too many. Braces that do not pair are themselves. */
function expandBraces(pattern: string): readonly string[] | undefined {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const brace = findBrace(next);
    if (brace === undefined) done.push(next);
    else for (const part of brace.parts) open.push(brace.before + part + brace.behind);
    if (open.length + done.length > GLOB_ALTERNATIVES_MAX) return undefined;
  }
  return done;
}

interface Brace {
  readonly before: string;
  readonly parts: readonly string[];
  readonly behind: string;
}

/** The first innermost one that has a comma. */
function findBrace(pattern: string): Brace | undefined {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (found === null) return undefined;
  const [all, inner = ""] = found;
  return {
    before: pattern.slice(0, found.index),
    parts: inner.split(","),
    behind: pattern.slice(found.index + all.length),
  };
}
