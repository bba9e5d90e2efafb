// What snapshots of a folder offer.
import type { DiffOptions, SnapshotDiff } from "./diff.ts";
import type { Restoration, RestoreOptions } from "./restore.ts";
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
  /** What it does not have although the folder does, and although it is not ignored. */
  readonly skipped: readonly Skipped[];
}

export interface Restored extends Restoration {
  /** The snapshot that was taken before, by which all of it can be undone. */
  readonly undo: string;
}

export interface Snapshots {
  /** The folder as it is now. If it is as in the latest snapshot, that is the one. */
  take(options?: TakeOptions): Promise<Snapshot>;
  /** A snapshot that was taken with `hold` may go again, once for each time. */
  release(id: string): void;
  /** The oldest first. */
  list(): Promise<SnapshotInfo[]>;
  diff(before: string, after: string, options?: DiffOptions): Promise<SnapshotDiff>;
  /** Back to how it was in `to`. */
  restore(to: string, options?: RestoreOptions): Promise<Restored>;
}
