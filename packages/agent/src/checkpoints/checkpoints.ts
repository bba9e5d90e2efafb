// The workspace before each turn that changed it: undo, redo and diff.

export interface CheckpointReport {
  /** Paths in the workspace that were restored, created or removed. */
  readonly changed: readonly string[];
  /** Files that were left unchanged because something else has changed them since, and why. */
  readonly leftAlone: readonly { readonly path: string; readonly why: string }[];
}

/** What a client that takes the snapshots reports after a turn that changed something in the working folder. */
export interface TakenTurn {
  readonly turnId: string;
  readonly before: string;
  readonly after: string;
}

export interface Checkpoints extends AsyncDisposable {
  /**
   * Called before the first effect of a turn; further calls do nothing unless they name more ignored files. Never rejects:
   * without a checkpoint the turn continues, with a notice. `ignoredFiles`: absolute paths of files that are about to be changed and
   * that version control ignores (`isIgnored` in the facts of a path); they are included only if named.
   */
  beforeEffect(turnId: string, ignoredFiles?: readonly string[]): Promise<void>;
  /** Called at the end of a turn, to record its changes. */
  endTurn(turnId: string): Promise<void>;
  /** Records a turn whose snapshots the client has taken. Never rejects. */
  addTaken(taken: TakenTurn): Promise<void>;
  /** Undoes the last turn that changed something. Rejects with a ParleyError if there is none. */
  undo(): Promise<CheckpointReport>;
  redo(): Promise<CheckpointReport>;
  /** Markdown with the changes of the session, or of the last turn alone. */
  diff(what: "session" | "turn"): Promise<string>;
}
