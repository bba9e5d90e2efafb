// Changed files for tests, as the server would give them.
import { applyLineEdits, createHunks } from "@parley/base/hunks";
import type { FileChange, HunkState } from "../change.ts";
import type { FileReview } from "../review-file.ts";

export function createChange(before: string, after: string): FileChange {
  const hunks = createHunks(before, after).map(({ oldStart, oldLines, newStart, newLines, lines }, index) => ({
    id: `h${index + 1}`,
    number: index + 1,
    state: "pending" as const,
    old_start: oldStart,
    old_lines: oldLines,
    new_start: newStart,
    new_lines: newLines,
    lines,
  }));
  return { path: "a.txt", change: "modified", state: "pending", content: "text", before, after, hunks };
}

export function withState(change: FileChange, ids: readonly string[], state: HunkState): FileChange {
  const hunks = change.hunks.map((hunk) => (ids.includes(hunk.id) ? { ...hunk, state } : hunk));
  return { ...change, state: hunks.every((hunk) => hunk.state === state) ? state : "partial", hunks };
}

/** Undoes everything that can be undone. */
export function undoOpen({ open }: FileReview, current: string): string {
  return applyLineEdits(
    current,
    open.flatMap(({ edits }) => edits),
  );
}
