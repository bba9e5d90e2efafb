// Compares two texts into the rows of a diff: changed lines with numbers, context lines, and gaps.
import { DIFF_CONTEXT_LINES, DIFF_EDITS_MAX } from "../limits.ts";
import { findEdits, type Edit } from "@parley/base/diff";

export type DiffRow =
  | {
      readonly type: Edit;
      readonly text: string;
      /** 1-based; in the old text for removed lines, otherwise in the new one. */
      readonly number: number;
    }
  | { readonly type: "gap"; readonly lines: number };

export interface Diff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** Without an old text, the file is new. */
export function createDiff(
  oldText: string | null | undefined,
  newText: string,
  contextLines = DIFF_CONTEXT_LINES,
): Diff {
  const [olds, news] = [splitLines(oldText ?? ""), splitLines(newText)];
  const edits = findEdits(olds, news, DIFF_EDITS_MAX);
  const rows = toRows(edits, olds, news);
  return {
    rows: foldSame(rows, contextLines),
    added: edits.filter((edit) => edit === "added").length,
    removed: edits.filter((edit) => edit === "removed").length,
  };
}

type TextRow = Exclude<DiffRow, { type: "gap" }>;

function toRows(edits: readonly Edit[], olds: readonly string[], news: readonly string[]): TextRow[] {
  let [oldIndex, newIndex] = [0, 0];
  return edits.map((type) => {
    if (type !== "added") oldIndex += 1;
    if (type !== "removed") newIndex += 1;
    const isOld = type === "removed";
    const number = isOld ? oldIndex : newIndex;
    return { type, number, text: (isOld ? olds : news)[number - 1] ?? "" };
  });
}

/** Leaves out unchanged lines that are far from any change. */
function foldSame(rows: readonly TextRow[], contextLines: number): DiffRow[] {
  const near = new Uint8Array(rows.length);
  for (const [index, { type }] of rows.entries()) {
    if (type !== "same") near.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  }
  const folded: DiffRow[] = [];
  let hidden = 0;
  for (const [index, row] of rows.entries()) {
    if (near[index] === 0) {
      hidden += 1;
      continue;
    }
    if (hidden > 0) folded.push({ type: "gap", lines: hidden });
    hidden = 0;
    folded.push(row);
  }
  if (hidden > 0 && folded.length > 0) folded.push({ type: "gap", lines: hidden });
  return folded;
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
