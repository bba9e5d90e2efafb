// What happened to one file between two snapshots.
import { isExecutable, type Entry } from "./entry.ts";
import type { Hunk } from "@parley/base/hunks";

export interface FileSide {
  readonly type: "file" | "link";
  readonly executable: boolean;
  readonly bytes: number;
}

export interface FileChange {
  readonly kind: "added" | "changed" | "deleted" | "renamed";
  /** Where it is now; for a deleted file, where it was. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly oldPath: string | undefined;
  readonly before: FileSide | undefined;
  readonly after: FileSide | undefined;
  /** `same`: only its name, kind or mode changed. `too_large`: it is shown without lines. */
  readonly content: "binary" | "same" | "text" | "too_large";
  /** For text only. */
  readonly hunks: readonly Hunk[];
}

/** The two sides of a change, as stored. */
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
