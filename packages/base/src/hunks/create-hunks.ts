// Lines that changed between two texts, in pieces that can be undone one by one. Imports only a part of the library,
// because its other comparisons are created on loading and would be in every bundle.
import { structuredPatch } from "diff/lib/patch/create.js";
import { CONTEXT_LINES, EDITED_LINES_MAX } from "../limits.ts";
import { findOnly } from "./find-only.ts";
import { splitLines } from "./split-lines.ts";

/** As in a unified diff. Lines are counted from 1. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each with a leading ` `, `-` or `+` and without its LF; `\` follows a line without LF. */
  readonly lines: readonly string[];
}

const NO_NEWLINE = "\\ No newline at end of file";

/** Deterministic: a hunk that was selected by its number stays the same. */
export function createHunks(oldText: string, newText: string): Hunk[] {
  if (oldText === newText) return [];
  if (oldText === "" || newText === "") return [createWholeHunk(oldText, newText)];
  // Without a time limit, which would make the result vary.
  const limits = { context: CONTEXT_LINES, maxEditLength: EDITED_LINES_MAX };
  const patch = structuredPatch("", "", oldText, newText, "", "", limits);
  if (patch === undefined) return [createWholeHunk(oldText, newText)];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines,
  }));
}

/** Everything from the first to the last difference. */
function createWholeHunk(oldText: string, newText: string): Hunk {
  const [olds, news] = [splitLines(oldText), splitLines(newText)];
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && olds[head] === news[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && olds.at(-1 - tail) === news.at(-1 - tail)) tail += 1;
  const before = Math.min(head, CONTEXT_LINES);
  const after = Math.min(tail, CONTEXT_LINES);
  const [oldEnd, newEnd] = [olds.length - tail, news.length - tail];
  return {
    oldStart: head - before + 1,
    oldLines: before + (oldEnd - head) + after,
    newStart: head - before + 1,
    newLines: before + (newEnd - head) + after,
    lines: [
      ...format(" ", olds.slice(head - before, head)),
      ...format("-", olds.slice(head, oldEnd)),
      ...format("+", news.slice(head, newEnd)),
      ...format(" ", olds.slice(oldEnd, oldEnd + after)),
    ],
  };
}

/** Undoes hunks: `text` contains their new side, the result their old one. `undefined` if that is ambiguous. */
export function revertHunks(text: string, hunks: readonly Hunk[], isExact: boolean): string | undefined {
  const lines = splitLines(text);
  const places = hunks.map((hunk) => {
    const news = sideOf(hunk, "+");
    return { hunk, length: news.length, start: isExact ? hunk.newStart - 1 : findOnly(lines, news) };
  });
  // From the end, so that earlier positions stay valid.
  places.sort((one, other) => (other.start ?? 0) - (one.start ?? 0));
  let end = Number.POSITIVE_INFINITY;
  for (const { hunk, length, start } of places) {
    if (start === undefined || start + length > end) return undefined;
    lines.splice(start, length, ...sideOf(hunk, "-"));
    end = start;
  }
  return lines.join("");
}

/** The hunk that leads from the new text to the old one. */
export function invertHunk({ oldStart, oldLines, newStart, newLines, lines }: Hunk): Hunk {
  const inverted = lines.map((line) => (line.startsWith("-") ? `+${line.slice(1)}` : line.replace(/^\+/, "-")));
  return { oldStart: newStart, oldLines: newLines, newStart: oldStart, newLines: oldLines, lines: inverted };
}

function sideOf({ lines }: Hunk, side: "-" | "+"): string[] {
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line[0] !== side && line[0] !== " ") continue;
    texts.push(lines[index + 1]?.startsWith("\\") === true ? line.slice(1) : `${line.slice(1)}\n`);
  }
  return texts;
}

function format(sign: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) => (line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE]));
}
