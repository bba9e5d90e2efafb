// Changed files as Markdown: a line for each, and its unified diff. Bounded.
import { plural } from "@parley/base";
import type { Hunk } from "@parley/base/hunks";
import type { FileChange } from "@parley/machine";
import { fenced, inlineCode } from "../text/markdown.ts";
import type { CheckpointLimits } from "../limits.ts";

export interface ShownChange {
  /** As shown to the user. */
  readonly path: string;
  readonly oldPath: string | undefined;
  readonly file: FileChange;
}

type DiffLimits = Pick<CheckpointLimits, "diffCharsMax" | "diffFilesMax" | "diffFileLinesMax">;

export function formatChanges(changes: readonly ShownChange[], limits: DiffLimits): string {
  const count = (sign: "+" | "-"): number => changes.reduce((sum, { file }) => sum + countLines(file, sign), 0);
  const head = `**${plural(changes.length, "file")} changed**, ${plural(count("+"), "line")} added, ${count("-")} removed.`;
  const pieces = [head];
  let charsLeft = limits.diffCharsMax - head.length;
  for (const change of changes.slice(0, limits.diffFilesMax)) {
    const line = describeChange(change);
    const whole = [line, formatHunks(change, limits.diffFileLinesMax)].filter((piece) => piece !== "").join("\n\n");
    const piece = whole.length <= charsLeft ? whole : `${line} (not shown: the diff is too long)`;
    if (piece.length > charsLeft) break;
    pieces.push(piece);
    charsLeft -= piece.length;
  }
  const omitted = changes.length - (pieces.length - 1);
  if (omitted > 0) pieces.push(`… and ${plural(omitted, "more file")}.`);
  return pieces.join("\n\n");
}

function describeChange({ path, oldPath, file }: ShownChange): string {
  const facts = [oldPath === undefined ? file.kind : `renamed from ${inlineCode(oldPath)}`];
  if (file.content === "text") facts.push(`+${countLines(file, "+")} −${countLines(file, "-")}`);
  if (file.content === "binary") facts.push(file.after?.type === "link" ? "a link" : "not text");
  if (file.content === "too_large") facts.push("too large to show");
  if (file.before !== undefined && file.after !== undefined && file.before.executable !== file.after.executable) {
    facts.push(file.after.executable ? "now executable" : "no longer executable");
  }
  return `${inlineCode(path)} (${facts.join(", ")})`;
}

function formatHunks({ path, oldPath, file }: ShownChange, linesMax: number): string {
  if (file.hunks.length === 0) return "";
  const lines = [
    `--- ${file.before === undefined ? "/dev/null" : `a/${oldPath ?? path}`}`,
    `+++ ${file.after === undefined ? "/dev/null" : `b/${path}`}`,
    ...file.hunks.flatMap((hunk) => [formatRange(hunk), ...hunk.lines]),
  ];
  const shown = lines.slice(0, linesMax);
  const more = lines.length - shown.length;
  const block = fenced(shown.join("\n"), "diff");
  return more === 0 ? block : `${block}\n\n… and ${plural(more, "more line")}.`;
}

/** An empty side starts at line 0, as `patch` expects. */
function formatRange({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `@@ -${oldLines === 0 ? 0 : oldStart},${oldLines} +${newLines === 0 ? 0 : newStart},${newLines} @@`;
}

function countLines({ hunks }: FileChange, sign: "+" | "-"): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
}
