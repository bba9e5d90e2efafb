// Git worktrees of single sessions.
import type { Worktree, WorktreeState } from "@parley/machine";

export interface SessionWorktree extends Worktree, WorktreeState {
  readonly sessionId: string;
  /** The session was deleted, but left unmerged changes. */
  readonly isSessionGone: boolean;
}

export interface Worktrees {
  list(): Promise<readonly SessionWorktree[]>;
  /**
   * Commits its remaining changes, and merges it into its original branch. Rejects with `usage` if there are conflicts
   * (nothing changes), with `session_busy` during a turn.
   */
  merge(sessionId: string, message?: string): Promise<SessionWorktree>;
  /** Removes it with its branch. Rejects with `usage` if it has uncommitted or unmerged changes, unless forced. */
  remove(sessionId: string, options?: { readonly force?: boolean }): Promise<void>;
}
