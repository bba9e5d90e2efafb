// The lines that differ between two texts, as a unified diff shows them.
import { DIFF_CONTEXT_LINES, DIFF_EDITS_MAX } from "../limits.ts";

type Edit = " " | "-" | "+";

/** With signs and hunk headers; "" if the texts are the same. */
export function formatDiff(oldText: string, newText: string): string {
  if (oldText === newText) return "";
  const [olds, news] = [toLines(oldText), toLines(newText)];
  const edits = findEdits(olds, news);
  const output: string[] = [];
  let [oldLine, newLine, next] = [0, 0, 0];
  for (const { from, to } of hunksOf(edits)) {
    for (; next < from; next += 1) [oldLine, newLine] = [oldLine + 1, newLine + 1];
    const lines: string[] = [];
    const [oldStart, newStart] = [oldLine, newLine];
    for (; next < to; next += 1) {
      const edit = edits[next] ?? " ";
      lines.push(edit + (edit === "+" ? news[newLine] : olds[oldLine]));
      if (edit !== "+") oldLine += 1;
      if (edit !== "-") newLine += 1;
    }
    output.push(`@@ -${range(oldStart, oldLine)} +${range(newStart, newLine)} @@`, ...lines);
  }
  return output.join("\n");
}

function toLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function range(start: number, end: number): string {
  return `${end === start ? start : start + 1},${end - start}`;
}

/** Stretches of edits with the lines around them. */
function hunksOf(edits: readonly Edit[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, edit] of edits.entries()) {
    if (edit === " ") continue;
    const from = Math.max(0, index - DIFF_CONTEXT_LINES);
    const to = Math.min(edits.length, index + 1 + DIFF_CONTEXT_LINES);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function findEdits(olds: readonly string[], news: readonly string[]): Edit[] {
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && olds[head] === news[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && olds.at(-1 - tail) === news.at(-1 - tail)) tail += 1;
  const [oldPart, newPart] = [olds.slice(head, olds.length - tail), news.slice(head, news.length - tail)];
  const middle = findShortest(oldPart, newPart) ?? [...oldPart.map((): Edit => "-"), ...newPart.map((): Edit => "+")];
  return [
    ...Array.from({ length: head }, (): Edit => " "),
    ...middle,
    ...Array.from({ length: tail }, (): Edit => " "),
  ];
}

/** Myers' greedy search: for each number of edits, how far each diagonal (old lines minus new ones) can be followed. */
function findShortest(olds: readonly string[], news: readonly string[]): Edit[] | undefined {
  const reach = new Map<number, number>([[1, 0]]);
  const history: ReadonlyMap<number, number>[] = [];
  for (let count = 0; count <= Math.min(DIFF_EDITS_MAX, olds.length + news.length); count += 1) {
    history.push(new Map(reach));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let old = startOf(reach, diagonal, count);
      while (old < olds.length && old - diagonal < news.length && olds[old] === news[old - diagonal]) old += 1;
      reach.set(diagonal, old);
      if (old >= olds.length && old - diagonal >= news.length) return trace(history, olds.length, news.length);
    }
  }
  return undefined;
}

function startOf(reach: ReadonlyMap<number, number>, diagonal: number, count: number): number {
  const [removed, added] = [reach.get(diagonal - 1) ?? -1, reach.get(diagonal + 1) ?? -1];
  return diagonal === -count || (diagonal !== count && removed < added) ? added : removed + 1;
}

function trace(history: readonly ReadonlyMap<number, number>[], oldCount: number, newCount: number): Edit[] {
  const edits: Edit[] = [];
  let [old, diagonal] = [oldCount, oldCount - newCount];
  for (const [count, reach] of [...history.entries()].toReversed()) {
    const start = startOf(reach, diagonal, count);
    for (; old > start; old -= 1) edits.push(" ");
    if (count === 0) break;
    const isAdded =
      start === reach.get(diagonal + 1) &&
      (diagonal === -count || (diagonal !== count && (reach.get(diagonal - 1) ?? -1) < start));
    edits.push(isAdded ? "+" : "-");
    old = isAdded ? start : start - 1;
    diagonal += isAdded ? 1 : -1;
  }
  return edits.toReversed();
}
