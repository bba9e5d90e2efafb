// Edits of whole lines, and the smallest set of them that turns one text into another.
import { findEdits } from "../diff.ts";
import { EDITED_LINES_MAX } from "../limits.ts";
import { splitLines } from "./split-lines.ts";

/** Lines from `start` up to `end`, counted from 0, are replaced. The new ones have their LF. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The edits must not overlap. If a line is added after a last line without LF, that line gets one. */
export function applyLineEdits(text: string, edits: readonly LineEdit[]): string {
  const lines = splitLines(text);
  // From the end, so that earlier positions stay valid.
  for (const { start, end, lines: news } of edits.toSorted((one, other) => other.start - one.start)) {
    lines.splice(start, end - start, ...news);
  }
  const last = lines.length - 1;
  return lines.map((line, index) => (index < last && !line.endsWith("\n") ? `${line}\n` : line)).join("");
}

/** Equal lines are not touched, so an editor keeps their cursors, marks and folds. */
export function toLineEdits(oldText: string, newText: string): LineEdit[] {
  const [olds, news] = [splitLines(oldText), splitLines(newText)];
  const edits: LineEdit[] = [];
  let [old, now] = [0, 0];
  let open: { start: number; end: number; lines: string[] } | undefined;
  for (const edit of findEdits(olds, news, EDITED_LINES_MAX)) {
    if (edit === "same") {
      open = undefined;
      old += 1;
      now += 1;
      continue;
    }
    if (open === undefined) {
      open = { start: old, end: old, lines: [] };
      edits.push(open);
    }
    if (edit === "removed") {
      old += 1;
      open.end = old;
    } else {
      open.lines.push(news[now] ?? "");
      now += 1;
    }
  }
  return edits;
}
