// Checks by its bytes, without parsing, whether a log may match a search. It may have false positives, but never a false
// negative.
//
// Three things stand between a word and its bytes: upper case, JSON escapes, and chunks, which cut words anywhere. So it
// looks for the longest part of each word that JSON never escapes and whose upper case is known (ASCII), in the whole log
// in lower case; and then again in the joined text of all chunks of a message.
import { FLOWS_MAX } from "../../limits.ts";
import type { Query } from "./query.ts";

/** Streamed text: how to recognize the line, the chunk in it, and what it is a chunk of. All in lower case. */
const FLOWS = [
  { mark: '_chunk"', value: '"text":"', key: '"messageid":"' },
  { mark: '"type":"terminal"', value: '"output":"', key: '"terminalid":"' },
  { mark: '"terminal_output', value: '"data":"', key: '"terminal_id":"' },
] as const;

type FoundFlow = (typeof FLOWS)[number] & { readonly isNamed: boolean };

/** Letters beyond ASCII that count as `k` and `s` (the Kelvin sign, the long s), as bytes in lower case. */
const BEYOND_ASCII = [
  ["k", "\u00e2\u0084\u00aa"],
  ["s", "\u00e5\u00bf"],
] as const;

/** A quote, a slash and a backslash may be escaped. */
const PLAIN = /[ !#-.0-[\]-~]+/g;

export class Prefilter {
  /** Words that were not found so far, by the part of them that is searched. */
  readonly #missing: Set<string>;
  readonly #tailChars: number;
  /** The end of each text that continues, as long as a match may need it. */
  readonly #tails = new Map<string, string>();
  #isUnsure = false;

  constructor(query: Query) {
    this.#missing = new Set(query.map(plainPartOf).filter((part) => part !== ""));
    this.#tailChars = Math.max(0, ...[...this.#missing].map(({ length }) => length - 1));
  }

  get mayMatch(): boolean {
    return this.#isUnsure || this.#missing.size === 0;
  }

  /** Whole lines. After a match no more are needed. */
  add(bytes: Buffer): void {
    const text = bytes.toString("latin1").toLowerCase();
    this.#look(text);
    if (this.mayMatch) return;
    this.#isUnsure = hasForeignEscape(text) || this.#hasLetterBeyond(text);
    // One check of all lines saves several of each.
    const flows = FLOWS.filter(({ mark }) => text.includes(mark)).map((flow) => ({
      ...flow,
      isNamed: text.includes(flow.key),
    }));
    for (const flow of flows) this.#addFlow(text, flow);
  }

  #hasLetterBeyond(text: string): boolean {
    return BEYOND_ASCII.some(([letter, bytes]) => {
      return text.includes(bytes) && [...this.#missing].some((part) => part.includes(letter));
    });
  }

  #addFlow(text: string, flow: FoundFlow): void {
    let start = 0;
    for (let end = text.indexOf("\n"); !this.mayMatch && end !== -1; end = text.indexOf("\n", start)) {
      this.#addLine(text.slice(start, end), flow);
      start = end + 1;
    }
    if (start < text.length) this.#addLine(text.slice(start), flow);
  }

  #look(text: string): void {
    for (const part of this.#missing) if (text.includes(part)) this.#missing.delete(part);
  }

  #addLine(line: string, { mark, value, key, isNamed }: FoundFlow): void {
    if (!line.includes(mark)) return;
    const start = line.indexOf(value) + value.length;
    // Another format, or chunks whose order is unknown here.
    if (start < value.length || line.includes(value, start)) {
      this.#isUnsure ||= line.includes(value.slice(0, -2));
      return;
    }
    this.#addPiece(isNamed ? mark + stringAfter(line, key) : mark, line.slice(start, endOfString(line, start)));
  }

  #addPiece(flow: string, piece: string): void {
    const text = (this.#tails.get(flow) ?? "") + piece;
    this.#look(text);
    this.#tails.set(flow, text.slice(Math.max(0, text.length - this.#tailChars)));
    if (this.#tails.size > FLOWS_MAX) this.#isUnsure = true;
  }
}

function plainPartOf(word: string): string {
  let longest = "";
  for (const [part] of word.matchAll(PLAIN)) if (part.length > longest.length) longest = part;
  return longest;
}

function stringAfter(line: string, key: string): string {
  const found = line.indexOf(key);
  if (found === -1) return "";
  const start = found + key.length;
  return line.slice(start, endOfString(line, start));
}

function endOfString(line: string, start: number): number {
  let end = line.indexOf('"', start);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  return end === -1 ? line.length : end;
}

/** We escape control characters and lone surrogates like this, and nothing else. Other writers may escape any character. */
function hasForeignEscape(text: string): boolean {
  for (let found = text.indexOf("\\u"); found !== -1; found = text.indexOf("\\u", found + 2)) {
    if (isEscaped(text, found)) continue;
    const first = text.slice(found + 2, found + 5);
    if (first !== "000" && first !== "001" && !(first.startsWith("d") && first >= "d80")) return true;
  }
  return false;
}

/** Whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, place: number): boolean {
  let start = place;
  while (text[start - 1] === "\\") start -= 1;
  return (place - start) % 2 === 1;
}
