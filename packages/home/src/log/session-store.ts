// The port to the stored sessions. The implementation for files is in this folder; a hub has its own.
import type { SessionEvent } from "@parley/acp";
import type { ParleyError } from "@parley/base";

export interface SessionAgent {
  /** The name that users type to find it again. */
  readonly name: string;
  readonly title?: string | undefined;
  /** The command it was started with, to restart an agent that was specified by its full command. */
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
}

/** What a list of sessions shows, without reading a log. */
export interface SessionInfo {
  readonly id: string;
  readonly agent: SessionAgent;
  /** The agent's own session id, once known. */
  readonly agentSessionId?: string | undefined;
  readonly cwd: string;
  /** Its name, otherwise the agent's title, otherwise from the first prompt, otherwise "New Session". */
  readonly title: string;
  /** Given by the user, who can refer to the session by it. */
  readonly name?: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly turns: number;
  /** Our id of the session it was forked from. */
  readonly forkedFrom?: string | undefined;
}

export type NewSession = Pick<SessionInfo, "id" | "agent" | "agentSessionId" | "cwd" | "name" | "forkedFrom">;

export interface SessionFilter {
  readonly cwd?: string | undefined;
  readonly agent?: string | undefined;
  readonly limit?: number | undefined;
}

/** What is needed to sort a session. */
export type ListedSession = Pick<SessionInfo, "id" | "updatedAtMs">;

/** The sessions at one moment. Describing thousands takes longer than finding them, so only those that are shown are described. */
export interface SessionListing {
  /** The latest first. */
  readonly sessions: readonly ListedSession[];
  /** Those from one index to before another, without deleted ones. */
  readonly describe: (from: number, to?: number) => Promise<readonly SessionInfo[]>;
}

export interface SearchHit {
  readonly session: SessionInfo;
  /** The event that began the message, the tool call, …; `seq` of its item in a transcript. */
  readonly seq: number;
  readonly at: number;
  /** `prompt`, `agent_message`, `thought`, `tool_call`, `terminal`, `plan`, `changes`, `note`, … */
  readonly what: string;
  /** The match with some text around it, on one line and without secrets. */
  readonly excerpt: string;
  /** Position of the match within the excerpt. */
  readonly start: number;
  readonly end: number;
}

/** A log that could not be written. The session continues, and writing is retried. */
export interface LogFailure {
  readonly sessionId: string;
  readonly error: ParleyError;
}

/** What was wrong with a line of a log. It is left out; the lines before and after it are read. */
export interface LogDamage {
  readonly sessionId: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export interface ReadSession {
  readonly info: SessionInfo;
  readonly events: AsyncIterable<SessionEvent>;
  /** Complete once `events` has been read. */
  readonly damage: readonly LogDamage[];
}

/** A session's log, open for appending by one process at a time. */
export interface SessionLog {
  readonly sessionId: string;
  /** Number of the latest event, 0 before the first. */
  readonly lastSeq: number;
  /** Why the disk does not accept what was appended; undefined if it does, or if that is reported elsewhere. */
  readonly failure?: ParleyError | undefined;
  /** `line` is the event as `formatSessionEvent` returns it. Kept in order; written with `flush`. Never throws. */
  append(event: SessionEvent, line: string): void;
  /** Hands everything appended to the operating system; it then survives a kill of this process. Synchronous. Never throws: what the disk refuses is kept and retried. */
  flush(): void;
  /** Syncs everything to the disk, and updates the index. At the end of a turn. Never rejects. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedSession {
  readonly log: SessionLog;
  readonly info: SessionInfo;
  /** Where the former log is now, if nothing in it could be read. */
  readonly aside?: string | undefined;
}

export interface SessionStore {
  /** Shown by `list` from now on. Rejects if the id exists. */
  create(session: NewSession): Promise<SessionLog>;
  /** Continues a session. Rejects with `session_not_found`, or `session_busy` while another process has it. */
  open(id: string): Promise<OpenedSession>;
  read(id: string): Promise<ReadSession>;
  /** The latest first. */
  list(filter?: SessionFilter): Promise<readonly SessionInfo[]>;
  /** By id, by the start of one, by the agent's own id, or by name; undefined if nothing matches, an error if several do. */
  find(text: string): Promise<SessionInfo | undefined>;
  /**
   * Words that all occur in the same message, tool call or terminal, in any case; "in quotes" literally. The latest session
   * first, within a session in order. `limit` counts hits.
   */
  search(query: string, options?: SessionFilter & { readonly signal?: AbortSignal }): AsyncIterable<SearchHit>;
  /** Rejects with `session_not_found`, or `session_busy` while it is open elsewhere. */
  delete(id: string): Promise<void>;
}
