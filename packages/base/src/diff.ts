// The shortest edit from one list to another, by the `diff` package. It is a separate entry point, so that only code
// that compares texts loads it.
import { diffArrays } from "diff/lib/diff/array.js";

export type Edit = "same" | "removed" | "added";

/**
 * One entry per item, in order: `same` and `removed` add up to the old list, `same` and `added` to the new one.
 * Lists that are more than `editsMax` edits apart differ in everything between their common start and end.
 */
export function findEdits<T>(olds: readonly T[], news: readonly T[], editsMax: number): Edit[] {
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && olds[head] === news[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && olds[olds.length - 1 - tail] === news[news.length - 1 - tail]) tail += 1;
  const edits: Edit[] = [];
  push(edits, "same", head);
  pushMiddle(edits, olds.slice(head, olds.length - tail), news.slice(head, news.length - tail), editsMax);
  push(edits, "same", tail);
  return edits;
}

function pushMiddle<T>(edits: Edit[], olds: T[], news: T[], editsMax: number): void {
  const changes =
    olds.length === 0 || news.length === 0 ? undefined : diffArrays(olds, news, { maxEditLength: editsMax });
  if (changes === undefined) {
    push(edits, "removed", olds.length);
    push(edits, "added", news.length);
    return;
  }
  for (const { added, removed, count } of changes) push(edits, removed ? "removed" : added ? "added" : "same", count);
}

function push(edits: Edit[], edit: Edit, count: number): void {
  for (let index = 0; index < count; index += 1) edits.push(edit);
}
