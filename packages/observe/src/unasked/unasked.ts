// The interface for finding effects without approval.
import type { Observation } from "../extract/observation.ts";

/** What became of one file between the beginning and the end of a turn; a file change of two snapshots is one. */
export interface DiskChange {
  readonly kind: "added" | "changed" | "deleted" | "renamed";
  readonly path: string;
  readonly oldPath?: string | undefined;
  /** When, if that is known: a command that ran at another time did not do it. */
  readonly changedAtMs?: number | undefined;
}

export interface UnaskedFinder {
  /** Takes every observation of one connection; gives those of type `unasked`, each once. */
  add(observation: Observation): readonly Observation[];
  /** Files that changed on the disk in the last turn of a session; gives those that no message named, and no command may have changed. */
  reportChanges(sessionId: string, changes: readonly DiskChange[], atMs: number): readonly Observation[];
}
