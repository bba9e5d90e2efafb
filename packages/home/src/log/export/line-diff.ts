// The lines that differ between two texts, as a unified diff shows them.
import { findEdits, type Edit } from "@parley/base/diff";
import { DIFF_CONTEXT_LINES, DIFF_EDITS_MAX } from "../../limits.ts";

const SIGNS: Readonly<Record<Edit, string>> = { same: " ", removed: "-", added: "+" };

/** With signs and hunk headers; "" if the texts are the same. */
export function formatDiff(oldText: string, newText: string): string {
  if (oldText === newText) return "";
  const [olds, news] = [toLines(oldText), toLines(newText)];
  const edits = findEdits(olds, news, DIFF_EDITS_MAX);
  const output: string[] = [];
  let [oldLine, newLine, next] = [0, 0, 0];
  for (const { from, to } of hunksOf(edits)) {
    for (; next < from; next += 1) [oldLine, newLine] = [oldLine + 1, newLine + 1];
    const lines: string[] = [];
    const [oldStart, newStart] = [oldLine, newLine];
    for (; next < to; next += 1) {
      const edit = edits[next] ?? "same";
      lines.push(SIGNS[edit] + (edit === "added" ? news[newLine] : olds[oldLine]));
      if (edit !== "added") oldLine += 1;
      if (edit !== "removed") newLine += 1;
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
    if (edit === "same") continue;
    const from = Math.max(0, index - DIFF_CONTEXT_LINES);
    const to = Math.min(edits.length, index + 1 + DIFF_CONTEXT_LINES);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}
