// Finds a hunk: the one at the cursor, the one of a gutter mark, the next one.
import type { LineRange, OpenHunk } from "./review-file.ts";

/** The hunk at a line, counted from 0. Removed lines are between two lines, and belong to both. */
export function hunkAt(open: readonly OpenHunk[], line: number): OpenHunk | undefined {
  return open.find(({ start, end }) => line >= start && line < end) ?? open.find((hunk) => touches(hunk, line));
}

function touches({ start, end }: OpenHunk, line: number): boolean {
  return start === end && (line === start || line === start - 1);
}

/** Those that share a line with a range; an empty range is between two lines. */
export function hunksWithin(open: readonly OpenHunk[], { start, end }: LineRange): readonly OpenHunk[] {
  return open.filter((hunk) =>
    start === end || hunk.start === hunk.end
      ? hunk.start <= end && hunk.end >= start
      : hunk.start < end && hunk.end > start,
  );
}

/** The next one from a line; wraps around in both directions. */
export function nextHunk(
  open: readonly OpenHunk[],
  line: number,
  direction: "next" | "previous",
): OpenHunk | undefined {
  const from = hunkAt(open, line)?.start ?? line;
  if (direction === "next") return open.find(({ start }) => start > Math.max(from, line)) ?? open[0];
  return open.findLast(({ start }) => start < from) ?? open.at(-1);
}
