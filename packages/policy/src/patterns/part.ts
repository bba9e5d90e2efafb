// Matches one part of a pattern against one part of a text: a path segment, a word, a name. It backtracks only to the
// last `*`, so the work is at most text × pattern for any input.
import { isRunTimeWord } from "../shell-words.ts";

/** Characters that a `[…]` stands for: pairs of first and last code point. */
interface CharacterClass {
  readonly isNegated: boolean;
  readonly ranges: readonly number[];
}

export interface Part {
  /** The complete text, if it has no special characters. */
  readonly literal: string | undefined;
  readonly head: string;
  readonly tail: string;
  readonly tokens: readonly number[];
  readonly classes: readonly CharacterClass[];
}

/** Other tokens are code points; `-3 - n` is class n. */
const ONE = -1;
const MANY = -2;
const FIRST_CLASS = -3;

export type Syntax = "wildcard" | "glob";

/** `wildcard` knows `*` and `?`, `glob` also `[a-z]` and `[!a-z]`. Undefined if a `[` is never closed. */
export function compilePart(text: string, syntax: Syntax): Part | undefined {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const tokens: number[] = [];
  const classes: CharacterClass[] = [];
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index] ?? 0;
    if (point === 0x2a) {
      if (tokens.at(-1) !== MANY) tokens.push(MANY);
    } else if (point === 0x3f) tokens.push(ONE);
    else if (point === 0x5b && syntax === "glob") {
      const end = readClass(points, index + 1, classes);
      if (end === undefined) return undefined;
      tokens.push(FIRST_CLASS - (classes.length - 1));
      index = end;
    } else tokens.push(point);
  }
  return createPart(tokens, classes);
}

/** For literal text. */
export function literalPart(text: string): Part {
  return { literal: text, head: text, tail: "", tokens: [], classes: [] };
}

export function isAnything(part: Part): boolean {
  return part.tokens.length === 1 && part.tokens[0] === MANY;
}

export function matchPart(part: Part, text: string): boolean {
  if (part.literal !== undefined) return part.literal === text;
  // A word that is only known at run time: it may be anything, whatever it contains now.
  if (isRunTimeWord(text)) return isAnything(part);
  if (!text.startsWith(part.head) || !text.endsWith(part.tail)) return false;
  return matchTokens(part, text);
}

function matchTokens({ tokens, classes }: Part, text: string): boolean {
  let at = 0;
  let token = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < text.length) {
    const wanted = tokens[token];
    if (wanted === MANY) {
      starToken = token;
      starAt = at;
      token += 1;
      continue;
    }
    const point = text.codePointAt(at) ?? 0;
    if (wanted !== undefined && matchesOne(wanted, point, classes)) {
      at += point > 0xff_ff ? 2 : 1;
      token += 1;
    } else if (starToken >= 0) {
      // Extend the last star by one; earlier stars need not be tried again.
      starAt += 1;
      at = starAt;
      token = starToken + 1;
    } else return false;
  }
  if (tokens[token] === MANY) token += 1;
  return token === tokens.length;
}

function matchesOne(wanted: number, point: number, classes: readonly CharacterClass[]): boolean {
  if (wanted >= 0) return wanted === point;
  if (wanted === ONE) return true;
  const characters = classes[FIRST_CLASS - wanted];
  return characters !== undefined && isIn(characters, point);
}

function isIn({ isNegated, ranges }: CharacterClass, point: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (point >= (ranges[index] ?? 0) && point <= (ranges[index + 1] ?? 0)) return !isNegated;
  }
  return isNegated;
}

/** Reads from after the `[` and returns the position of the `]`. A `]` that comes first is literal. */
function readClass(points: readonly number[], start: number, classes: CharacterClass[]): number | undefined {
  const isNegated = points[start] === 0x21 || points[start] === 0x5e;
  const first = isNegated ? start + 1 : start;
  const end = points.indexOf(0x5d, first + 1);
  if (end < 0) return undefined;
  const ranges: number[] = [];
  for (let index = first; index < end; index += 1) {
    const low = points[index] ?? 0;
    const isRange = points[index + 1] === 0x2d && index + 2 < end;
    ranges.push(low, isRange ? (points[index + 2] ?? 0) : low);
    if (isRange) index += 2;
  }
  classes.push({ isNegated, ranges });
  return end;
}

function createPart(tokens: readonly number[], classes: readonly CharacterClass[]): Part {
  const head = textOf(tokens, tokens.findIndex(isSpecial));
  if (head.length > 0 && !tokens.some(isSpecial)) return { literal: head, head, tail: "", tokens, classes };
  if (tokens.length === 0) return { literal: "", head, tail: "", tokens, classes };
  const tail = tokens.slice(tokens.findLastIndex(isSpecial) + 1);
  return { literal: undefined, head, tail: textOf(tail, -1), tokens, classes };
}

function isSpecial(token: number): boolean {
  return token < 0;
}

function textOf(tokens: readonly number[], end: number): string {
  return String.fromCodePoint(...(end < 0 ? tokens : tokens.slice(0, end)));
}
