// Matches many globs at once. Every glob requires one segment of the path to be a certain name, or to begin or end in a
// certain way. Globs are indexed by that segment, so only those that fit a segment of the path are compared.
import type { Glob } from "./glob.ts";
import { matchPart, type Part } from "./part.ts";
import { anyParts, couldMatchBelow, matchSequence, type Sequence } from "./sequence.ts";

export class GlobIndex<Value> {
  readonly #exact = new Shelf<Value>();
  readonly #folded = new Shelf<Value>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(glob: Glob, value: Value): void {
    this.#size += 1;
    this.#exact.add(glob.exact, value);
    this.#folded.add(glob.folded, value);
  }

  /** Calls back with the value of every matching glob, in any order, sometimes twice. */
  forEachMatch(segments: readonly string[], isFolded: boolean, callback: (value: Value) => void): void {
    if (this.#size > 0) (isFolded ? this.#folded : this.#exact).forEachMatch(segments, callback);
  }

  /** Whether a glob could match something below; `isMeant` selects the relevant values. */
  couldMatchBelow(segments: readonly string[], isFolded: boolean, isMeant: (value: Value) => boolean): boolean {
    return (isFolded ? this.#folded : this.#exact).couldMatchBelow(segments, isMeant);
  }
}

interface Entry<Value> {
  readonly sequence: Sequence;
  readonly value: Value;
  /** What a segment must look like for the glob to match. */
  readonly part: Part | undefined;
  /** Whether that is the whole condition. */
  readonly isAll: boolean;
}

class Shelf<Value> {
  readonly #all: Entry<Value>[] = [];
  /** Indexed by the two plain names that the path must begin with. */
  readonly #byPair = new Map<string, Entry<Value>[]>();
  readonly #byName = new Map<string, Entry<Value>[]>();
  readonly #byFirst = new Map<number, Entry<Value>[]>();
  readonly #byLast = new Map<number, Entry<Value>[]>();
  readonly #others: Entry<Value>[] = [];

  add(sequence: Sequence, value: Value): void {
    const part = choosePart(sequence);
    const isAll = sequence[0] === anyParts && sequence.every((one) => one === part || one === anyParts);
    const entry = { sequence, value, part, isAll };
    this.#all.push(entry);
    const pair = toPair(sequence);
    if (pair !== undefined) push(this.#byPair, pair, entry);
    else if (part === undefined) this.#others.push(entry);
    else if (part.literal !== undefined) push(this.#byName, part.literal, entry);
    else if (part.head !== "") push(this.#byFirst, part.head.charCodeAt(0), entry);
    else push(this.#byLast, part.tail.charCodeAt(part.tail.length - 1), entry);
  }

  forEachMatch(segments: readonly string[], callback: (value: Value) => void): void {
    if (this.#byPair.size > 0 && segments.length > 1) {
      visit(this.#byPair.get(`${segments[0]}/${segments[1]}`), undefined, segments, callback);
    }
    for (const segment of segments) {
      if (this.#byName.size > 0) visit(this.#byName.get(segment), segment, segments, callback);
      if (this.#byFirst.size > 0) visit(this.#byFirst.get(segment.charCodeAt(0)), segment, segments, callback);
      if (this.#byLast.size > 0) {
        visit(this.#byLast.get(segment.charCodeAt(segment.length - 1)), segment, segments, callback);
      }
    }
    visit(this.#others, undefined, segments, callback);
  }

  couldMatchBelow(segments: readonly string[], isMeant: (value: Value) => boolean): boolean {
    return this.#all.some(({ sequence, value }) => isMeant(value) && couldMatchBelow(sequence, segments));
  }
}

/** `segment`: the one under which the entries were found. */
function visit<Value>(
  entries: readonly Entry<Value>[] | undefined,
  segment: string | undefined,
  segments: readonly string[],
  callback: (value: Value) => void,
): void {
  if (entries === undefined) return;
  for (const { part, isAll, sequence, value } of entries) {
    if (segment !== undefined && part !== undefined && !matchPart(part, segment)) continue;
    if ((isAll && segment !== undefined) || matchSequence(sequence, segments)) callback(value);
  }
}

/** The most selective part: a plain name, otherwise the longest beginning or end. */
function choosePart(sequence: Sequence): Part | undefined {
  let best: Part | undefined;
  for (const part of sequence) {
    if (part === anyParts || part.head.length + part.tail.length === 0) continue;
    if (part.literal !== undefined) return part;
    if (best === undefined || part.head.length + part.tail.length > best.head.length + best.tail.length) best = part;
  }
  return best;
}

function toPair([first, second]: Sequence): string | undefined {
  if (first === undefined || first === anyParts || first.literal === undefined) return undefined;
  if (second === undefined || second === anyParts || second.literal === undefined) return undefined;
  return `${first.literal}/${second.literal}`;
}

function push<Key, Value>(drawer: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = drawer.get(key);
  if (values === undefined) drawer.set(key, [value]);
  else values.push(value);
}
