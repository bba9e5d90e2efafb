// What became of one file between two snapshots.
import { isExecutable, type Entry } from "./entry.ts";
import type { Hunk } from "./hunks.ts";

export interface FileSide {
  readonly type: "file" | "link";
  readonly executable: boolean;
  readonly bytes: number;
}

export interface FileChange {
  readonly kind: "added" | "changed" | "deleted" | "renamed";
  /** Where it is now; of a deleted file, where it was. */
  readonly path: string;
  /** Of a renamed file. */
  readonly oldPath: string | undefined;
  readonly before: FileSide | undefined;
  readonly after: FileSide | undefined;
  /** `same`: only its name, its kind or its mode changed. `too_large`: it is not shown by lines. */
  readonly content: "binary" | "same" | "text" | "too_large";
  /** Of text only. */
  readonly hunks: readonly Hunk[];
}

/** The two sides of a change, as they are kept. */
export interface EntryPair {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

export function toSide(entry: Entry | undefined): FileSide | undefined {
  return entry && { type: entry.type, executable: isExecutable(entry), bytes: entry.blob.size };
}

export function kindOf({ before, after }: EntryPair): FileChange["kind"] {
  if (before === undefined) return "added";
  if (after === undefined) return "deleted";
  return before.path === after.path ? "changed" : "renamed";
}
