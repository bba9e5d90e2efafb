// Undoes the changes of a turn, or of some of its files. Files that were changed since are left alone, unless overwriting is requested.
import type { ChangesEvent } from "@parley/acp";
import { createSnapshots, type Restored } from "@parley/machine";
import { checkpointsPath } from "./checkpoints.ts";

export interface UndoOptions {
  /** The session's folder. */
  readonly cwd: string;
  readonly parleyHome: string;
  readonly event: Pick<ChangesEvent, "before" | "after">;
  /** Paths as in the event (default: every changed file, also those that the event omits). */
  readonly paths?: readonly string[] | undefined;
  /** Overwrite files that were changed since. */
  readonly overwrite?: boolean | undefined;
}

/** Rejects with `snapshot_not_found` if it was too long ago. `undo` of the result is the snapshot from before the undo. */
export async function undoChanges({ cwd, parleyHome, event, paths, overwrite }: UndoOptions): Promise<Restored> {
  const snapshots = await createSnapshots({ folder: cwd, store: checkpointsPath(parleyHome), ours: parleyHome });
  return snapshots.restore(event.before, { from: event.after, paths, overwrite });
}
