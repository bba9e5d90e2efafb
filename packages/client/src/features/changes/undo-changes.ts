// Takes back what a turn changed, or some files of it. What somebody changed since stays as it is, unless told otherwise.
import type { ChangesEvent } from "@parley/acp";
import { createSnapshots, type Restored } from "@parley/machine";
import { checkpointsPath } from "./checkpoints.ts";

export interface UndoOptions {
  /** The session's folder. */
  readonly cwd: string;
  readonly parleyHome: string;
  readonly event: Pick<ChangesEvent, "before" | "after">;
  /** As the event has them; all that changed unless given, those that it does not list included. */
  readonly paths?: readonly string[] | undefined;
  /** Also over what was changed since. */
  readonly overwrite?: boolean | undefined;
}

/** Rejects with `snapshot_not_found` if it was too long ago. `undo` of the result is the snapshot from before taking back. */
export async function undoChanges({ cwd, parleyHome, event, paths, overwrite }: UndoOptions): Promise<Restored> {
  const snapshots = await createSnapshots({ folder: cwd, store: checkpointsPath(parleyHome), ours: parleyHome });
  return snapshots.restore(event.before, { from: event.after, paths, overwrite });
}
