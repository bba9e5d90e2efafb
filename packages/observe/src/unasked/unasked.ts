// The interface for finding effects without approval.
import type { Observation } from "../extract/observation.ts";

/** The change of one file during a turn, for example a file change between two snapshots. */
export interface DiskChange {
  readonly kind: "added" | "changed" | "deleted" | "renamed";
  readonly path: string;
  readonly oldPath?: string | undefined;
  /** The time of the change, if known: a command that ran at another time did not cause it. */
  readonly changedAtMs?: number | undefined;
}

export interface UnaskedFinder {
  /** Takes every observation of one connection; returns those of type `unasked`, each once. */
  add(observation: Observation): readonly Observation[];
  /**
   * Takes the files that changed on the disk in the last turn of a session; returns those that no message named and no
   * command may have changed.
   */
  reportChanges(sessionId: string, changes: readonly DiskChange[], atMs: number): readonly Observation[];
}
