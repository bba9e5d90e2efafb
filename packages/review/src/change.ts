// A changed file, as in the reply of the server's `changes/file`.
import { lineEndsOf } from "./line-ends.ts";

export type HunkState = "pending" | "kept" | "undone";

export interface ChangedHunk {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly state: HunkState;
  readonly old_start: number;
  readonly old_lines: number;
  readonly new_start: number;
  readonly new_lines: number;
  /** As in a unified diff. */
  readonly lines: readonly string[];
}

export interface FileChange {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted" | "renamed";
  readonly state: HunkState | "partial";
  readonly content: "text" | "same" | "binary" | "too_large" | "skipped";
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly ChangedHunk[];
}

/**
 * Hunks of a text that existed before and after are reviewed one by one; everything else as a whole. So are files with
 * mixed or changed line endings: an editor has one kind per document, and cannot show or undo those of a single line.
 */
export function isByHunk({ change, content, before, after, hunks }: FileChange): boolean {
  if (change !== "modified" || content !== "text" || hunks.length === 0) return false;
  const kinds = new Set([...lineEndsOf(before ?? ""), ...lineEndsOf(after ?? "")]);
  return kinds.size <= 1 && !kinds.has("\r");
}
