// The programs behind agents, apart from any session of ours: their own sessions.
import type { HubSession } from "./sessions.ts";

/** A session that an agent keeps itself, also one that was begun without Parley. */
export interface ProgramSession {
  /** The agent's id. */
  readonly agentSessionId: string;
  readonly cwd: string;
  readonly title?: string | undefined;
  /** As the agent writes it. */
  readonly updatedAt?: string | undefined;
  /** Our session that continues it, if there is one. */
  readonly sessionId?: string | undefined;
}

export interface WantedProgramSession {
  readonly agentSessionId: string;
  /** Absolute (default: the folder that the agent lists it with, otherwise the hub's default folder). */
  readonly cwd?: string | undefined;
}

/** By the names of `agents`. Rejects with `agent_not_found`, or with `capability_missing` for an agent that is not a program. */
export interface Programs {
  /** What the agent lists, in its order. Starts the agent. Rejects with `capability_missing` if it cannot list sessions. */
  sessions(name: string, options?: { readonly cwd?: string | undefined }): Promise<readonly ProgramSession[]>;
  /**
   * Our session that continues one of the agent's, with the history that the agent replays. The same one gives the same session.
   * Rejects with `session_not_found` if the agent does not have it, or with `capability_missing`.
   */
  openSession(name: string, wanted: WantedProgramSession): Promise<HubSession>;
}
