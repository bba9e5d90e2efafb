// Which words of a diff's rows changed: removed lines are compared with the lines added in their place.
import type { DiffRow } from "./diff-rows.ts";
import { compareWords, type WordRun } from "./word-changes.ts";

type TextRow = Exclude<DiffRow, { type: "gap" }>;

/** Rows that are not in the map have no marks. As many lines removed as added right after are taken for the same lines. */
export function findWordMarks(rows: readonly DiffRow[]): Map<DiffRow, readonly WordRun[]> {
  const found = new Map<DiffRow, readonly WordRun[]>();
  let index = 0;
  while (index < rows.length) {
    const removed = runOf(rows, index, "removed");
    const added = runOf(rows, index + removed.length, "added");
    for (const [place, old] of removed.length === added.length ? removed.entries() : []) {
      const now = added[place];
      const runs = now && compareWords(old.text, now.text);
      if (now === undefined || runs === undefined) continue;
      found.set(old, runs.old);
      found.set(now, runs.now);
    }
    index += Math.max(1, removed.length + added.length);
  }
  return found;
}

function runOf(rows: readonly DiffRow[], start: number, type: TextRow["type"]): TextRow[] {
  const run: TextRow[] = [];
  for (let row = rows[start]; row?.type === type; row = rows[start + run.length]) run.push(row);
  return run;
}
