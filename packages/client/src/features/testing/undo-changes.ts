// Undoes the changes of a turn by its snapshots, as a hub does.
import type { ChangesEvent } from "@parley/acp";
import { createSnapshots, type Restored } from "@parley/machine";
import { checkpointsPath } from "../changes/checkpoints.ts";

interface UndoOptions {
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
