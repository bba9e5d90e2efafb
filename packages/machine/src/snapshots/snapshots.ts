// The interface of a folder's snapshots.
import type { DiffOptions, SnapshotDiff } from "./diff.ts";
import type { StoredFile } from "./read-stored.ts";
import type { Restoration, RestoreOptions } from "./restore.ts";
import type { LineRevision, RevisedLines } from "./revise.ts";
import type { Skipped } from "./skipped.ts";
import type { TakeOptions } from "./take.ts";

export interface SnapshotInfo {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly files: number;
  readonly bytes: number;
}

export interface Snapshot extends SnapshotInfo {
  /** What it lacks although it is in the folder and not ignored. */
  readonly skipped: readonly Skipped[];
}

export interface Restored extends Restoration {
  /** The snapshot taken before the restore, which can undo all of it. */
  readonly undo: string;
}

export interface Snapshots {
  /** The folder as it is now. If it is unchanged, the latest snapshot. */
  take(options?: TakeOptions): Promise<Snapshot>;
  /** Releases a snapshot that was taken with `hold`, once for each hold. */
  release(id: string): void;
  /** The oldest first. */
  list(): Promise<SnapshotInfo[]>;
  diff(before: string, after: string, options?: DiffOptions): Promise<SnapshotDiff>;
  /** A file as a snapshot has it, or without an id as it is now. */
  read(id: string | undefined, path: string): Promise<StoredFile>;
  /** Undoes or redoes hunks of a file. Lines that were edited since are not changed. */
  revise(revision: LineRevision): Promise<RevisedLines>;
  /** Restores the state of `to`. */
  restore(to: string, options?: RestoreOptions): Promise<Restored>;
}
