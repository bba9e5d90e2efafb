// The files that the turns of a session changed: listed, shown by hunks, kept, undone and redone.
import type { EventActor } from "@parley/acp";
import type { Hunk } from "@parley/base/hunks";

export type ReviewAction = "undo" | "keep" | "redo";

export type HunkState = "pending" | "kept" | "undone";

/** Which turns: one, those from one on, or all of them. A turn is named by its id, its number or `last`. */
export interface ChangeSelection {
  readonly turn?: string | undefined;
  readonly since?: string | undefined;
}

/** `differs`: the user approved a different text for the file. */
export type ChangeApproval = "approved" | "unapproved" | "differs";

export interface ListedChange {
  /** Relative to the session's folder, with slashes; for a deleted file, its previous path. */
  readonly path: string;
  readonly change: "added" | "modified" | "deleted" | "renamed";
  /** Previous path of a renamed file. */
  readonly from?: string | undefined;
  /** Of a file that one turn changed. */
  readonly linesAdded?: number | undefined;
  readonly linesRemoved?: number | undefined;
  /** Unknown while the turn runs. */
  readonly approval?: ChangeApproval | undefined;
  /** Numbers of the turns that changed it; the first turn of the session is 1. */
  readonly turns: readonly number[];
  /** `partial`: its hunks differ. */
  readonly state: HunkState | "partial";
}

interface ListedTurn {
  readonly number: number;
  /** Of its `changes` event; none while it runs. */
  readonly seq?: number | undefined;
  readonly atMs?: number | undefined;
  readonly isRunning: boolean;
  readonly files: number;
}

export interface ChangeList {
  readonly turns: readonly ListedTurn[];
  /** Sorted by path. */
  readonly files: readonly ListedChange[];
  /** How many more files changed than are listed. */
  readonly omitted: number;
}

/** A tool call that claims to have written the file. */
export interface ChangeWriter {
  readonly toolCallId: string;
  readonly title: string;
  readonly turn: number;
}

interface ShownHunk extends Hunk {
  /** The same as long as both texts are. */
  readonly id: string;
  /** From 1, in the file. */
  readonly number: number;
  readonly state: HunkState;
  /** Undefined: no tool call, or several possible ones. */
  readonly writer?: ChangeWriter | undefined;
}

export interface ShownChange extends ListedChange {
  /**
   * `same`: only its name or mode differs. `binary`, `too_large`: it is kept, undone and redone as a whole. `skipped`: it was too
   * large for a snapshot, so that it cannot be undone.
   */
  readonly content: "text" | "same" | "binary" | "too_large" | "skipped";
  /** Its text; undefined if it did not exist, or is not shown. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly hunks: readonly ShownHunk[];
  readonly writers: readonly ChangeWriter[];
}

export interface ReviewRequest extends ChangeSelection {
  /** Default: every file, except for what was already reviewed. */
  readonly paths?: readonly string[] | undefined;
  /** Ids of hunks of one file. */
  readonly hunks?: readonly string[] | undefined;
  /**
   * Does not wait for a running turn, and overwrites files that were changed since. Edited lines of a hunk are never
   * overwritten.
   */
  readonly force?: boolean | undefined;
  readonly actor?: EventActor | undefined;
}

type LeftReason = "already_done" | "changed_since" | "failed" | "gone" | "not_changed" | "not_tracked" | "not_undone";

export interface LeftChange {
  readonly path: string;
  readonly hunk?: string | undefined;
  readonly reason: LeftReason;
  /** The reason as a sentence. */
  readonly message: string;
}

export interface Reviewed {
  readonly action: ReviewAction;
  readonly files: readonly { readonly path: string; readonly hunks?: readonly string[] | undefined }[];
  readonly left: readonly LeftChange[];
  /** The snapshot from before files were written. */
  readonly before?: string | undefined;
}

/**
 * Every method rejects with `session_not_found`, `turn_not_found`, or `snapshot_not_found` if its snapshot has expired.
 */
export interface FileChanges {
  list(sessionId: string, selection?: ChangeSelection): Promise<ChangeList>;
  /** Rejects with `file_not_found` if the turns did not change it. */
  file(sessionId: string, path: string, selection?: ChangeSelection): Promise<ShownChange>;
  /** Waits for a running turn, and rejects with `session_busy` if that takes too long. */
  review(sessionId: string, action: ReviewAction, request: ReviewRequest): Promise<Reviewed>;
}
