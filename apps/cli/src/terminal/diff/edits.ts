// The shortest way from one list to another: what is kept, what goes, what comes. Myers' greedy algorithm, with a limit.
import { DIFF_EDITS_MAX } from "../limits.ts";

export type Edit = "same" | "removed" | "added";

/** In order; as many `same` and `removed` as there are old things, as many `same` and `added` as there are new ones. */
export function findEdits<T>(olds: readonly T[], news: readonly T[], editsMax = DIFF_EDITS_MAX): Edit[] {
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && olds[head] === news[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && olds.at(-1 - tail) === news.at(-1 - tail)) tail += 1;
  const [oldRest, newRest] = [olds.slice(head, olds.length - tail), news.slice(head, news.length - tail)];
  const middle = search(oldRest, newRest, editsMax) ?? [
    ...fill("removed", oldRest.length),
    ...fill("added", newRest.length),
  ];
  return [...fill("same", head), ...middle, ...fill("same", tail)];
}

function fill(edit: Edit, count: number): Edit[] {
  return Array.from({ length: count }, () => edit);
}

/** `reached[k]`: how far one gets in the old list on the diagonal k. Undefined if it takes more than `editsMax`. */
function search<T>(olds: readonly T[], news: readonly T[], editsMax: number): Edit[] | undefined {
  if (olds.length === 0 || news.length === 0) return undefined;
  const max = Math.min(editsMax, olds.length + news.length);
  const trace: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= max; edits += 1) {
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isFromAbove(reached, diagonal, edits) ? at(reached, diagonal + 1) : at(reached, diagonal - 1) + 1;
      while (x < olds.length && x - diagonal < news.length && olds[x] === news[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x < olds.length || x - diagonal < news.length) continue;
      return walkBack([...trace, reached], olds.length, news.length);
    }
    trace.push(reached);
    reached = next;
  }
  return undefined;
}

/** Before the first edit, diagonal 1 stands for the start. */
function walkBack(trace: readonly Map<number, number>[], oldLength: number, newLength: number): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [oldLength, newLength];
  for (let step = trace.length - 1; step >= 0; step -= 1) {
    const reached = trace[step] ?? new Map<number, number>();
    const isAdded = isFromAbove(reached, x - y, step);
    const from = isAdded ? x - y + 1 : x - y - 1;
    const [startX, startY] = [at(reached, from), at(reached, from) - from];
    while (x > startX && y > startY) {
      edits.push("same");
      x -= 1;
      y -= 1;
    }
    if (step === 0) break;
    edits.push(isAdded ? "added" : "removed");
    [x, y] = [startX, startY];
  }
  return edits.toReversed();
}

function isFromAbove(reached: Map<number, number>, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1));
}

function at(reached: Map<number, number>, diagonal: number): number {
  return reached.get(diagonal) ?? -1;
}
