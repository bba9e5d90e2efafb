// The workspace as it was before each turn that touched it: undo, redo, and what has changed since.

export interface CheckpointReport {
  /** Paths in the workspace that were put back, created or removed. */
  readonly changed: readonly string[];
  /** What was left alone because somebody else has changed it since, and why. */
  readonly leftAlone: readonly { readonly path: string; readonly why: string }[];
}

export interface Checkpoints extends AsyncDisposable {
  /**
   * Before the first effect of a turn; later calls for the same turn do nothing, unless they name more ignored files. Never rejects:
   * without a checkpoint the turn goes on, with a notice. `ignoredFiles`: absolute paths of files that are about to be changed and
   * that version control ignores (`isIgnored` of a path's facts); they have no checkpoint unless they are named.
   */
  beforeEffect(turnId: string, ignoredFiles?: readonly string[]): Promise<void>;
  /** The turn is over: what it changed is known from now on. */
  endTurn(turnId: string): Promise<void>;
  /** Takes back the last turn that changed something. Rejects with a ParleyError if there is none. */
  undo(): Promise<CheckpointReport>;
  redo(): Promise<CheckpointReport>;
  /** Markdown: what the session has changed so far, or the last turn alone. */
  diff(what: "session" | "turn"): Promise<string>;
}
