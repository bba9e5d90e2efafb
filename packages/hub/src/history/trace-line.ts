// Follows a line of a text back to where it was in an older text.
import { createHunks } from "@parley/base/hunks";

/** Its number in the old text, from 1; undefined if the line is not in it. */
export function traceLine(oldText: string, newText: string, line: number): number | undefined {
  let shift = 0;
  for (const { oldStart, newStart, oldLines, newLines, lines } of createHunks(oldText, newText)) {
    if (line < newStart) break;
    if (line < newStart + newLines) return traceInHunk(lines, oldStart, line - newStart);
    shift = oldStart + oldLines - (newStart + newLines);
  }
  return line + shift;
}

/** `index`: among the new lines of the hunk. */
function traceInHunk(lines: readonly string[], oldStart: number, index: number): number | undefined {
  let [old, at] = [oldStart, 0];
  for (const text of lines) {
    const [sign] = text;
    if (sign === "\\") continue;
    if (sign !== "-") {
      if (at === index) return sign === " " ? old : undefined;
      at += 1;
    }
    if (sign !== "+") old += 1;
  }
  return undefined;
}
