// The lines that a model may have meant when its text was not found: the block with the most common lines.
import { NEAREST_LINES_MAX, NEAREST_SHOWN_LINES } from "../../limits.ts";
import { numberLines } from "../files/numbered-lines.ts";
import { ignoringSpace } from "./find-lines.ts";

const COMPARED_CHARS_MAX = 200;
/** Minimum similarity. */
const LIKENESS_MIN = 0.5;

/** With line numbers; undefined if no block is similar. */
export function showNearest(text: string, oldText: string): string | undefined {
  const lines = text.split("\n").slice(0, NEAREST_LINES_MAX);
  const wanted = oldText.split("\n").map(ignoringSpace);
  const offset = findOffset(lines.map(ignoringSpace), wanted);
  if (offset === undefined) return undefined;
  const from = Math.max(0, offset - 1);
  const shown = Math.min(wanted.length + 2, NEAREST_SHOWN_LINES);
  return numberLines(lines.slice(from, from + shown), from + 1);
}

/** The possible start of the block. */
function findOffset(lines: readonly string[], wanted: readonly string[]): number | undefined {
  return findByLines(lines, wanted) ?? findByLikeness(lines, wanted);
}

/** Each equal line votes for one start; the start with the most votes wins. Longer lines have more votes. */
function findByLines(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const at = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    if (line.length > 2) at.set(line, [...(at.get(line) ?? []), index]);
  }
  const voices = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    for (const inside of at.get(line) ?? []) {
      const offset = Math.max(0, index - inside);
      voices.set(offset, (voices.get(offset) ?? 0) + line.length);
    }
  }
  const [best] = [...voices].toSorted(([, a], [, b]) => b - a);
  return best?.[0];
}

function findByLikeness(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((best, line, index) => (line.length > (wanted[best] ?? "").length ? index : best), 0);
  const pairs = toPairs(wanted[longest] ?? "");
  let best: { readonly index: number; readonly likeness: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const likeness = toLikeness(pairs, toPairs(line));
    if (likeness >= LIKENESS_MIN && likeness > (best?.likeness ?? 0)) best = { index, likeness };
  }
  return best === undefined ? undefined : Math.max(0, best.index - longest);
}

function toPairs(line: string): ReadonlySet<string> {
  const text = line.slice(0, COMPARED_CHARS_MAX);
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/** 1 if they share all pairs of characters, 0 if none. */
function toLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
