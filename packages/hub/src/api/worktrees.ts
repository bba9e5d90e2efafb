// Git worktrees that sessions have to themselves.
import type { Worktree, WorktreeState } from "@parley/machine";

export interface SessionWorktree extends Worktree, WorktreeState {
  readonly sessionId: string;
  /** The session was deleted, and left something that is not merged. */
  readonly isSessionGone: boolean;
}

export interface Worktrees {
  list(): Promise<readonly SessionWorktree[]>;
  /**
   * Commits what is left in it, and merges it into the branch that it came from. Rejects with `usage` and as it was before if there
   * are conflicts, with `session_busy` during a turn.
   */
  merge(sessionId: string, message?: string): Promise<SessionWorktree>;
  /** Removes it with its branch. Rejects with `usage` if something is not committed or not merged, unless forced. */
  remove(sessionId: string, options?: { readonly force?: boolean }): Promise<void>;
}
