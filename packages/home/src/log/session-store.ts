// The port to where sessions are kept. The one for files is in this folder; a hub brings its own.
import type { SessionEvent } from "@parley/acp";
import type { ParleyError } from "@parley/base";

export interface SessionAgent {
  /** What people type, to find it again. */
  readonly name: string;
  readonly title?: string | undefined;
  /** As it was started: the way to start again what was given whole on the command line. */
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
}

/** What a list of sessions shows, without reading a log. */
export interface SessionInfo {
  readonly id: string;
  readonly agent: SessionAgent;
  /** The agent's own id, once it has given one. */
  readonly agentSessionId?: string | undefined;
  readonly cwd: string;
  /** Its name, else from the agent, else from the first prompt, else "New Session". */
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

/** What it takes to put a session in its place. */
export type ListedSession = Pick<SessionInfo, "id" | "updatedAtMs">;

/** The sessions at one moment. To describe thousands takes longer than to find them, so it is done for those that are shown. */
export interface SessionListing {
  /** The latest first. */
  readonly sessions: readonly ListedSession[];
  /** Those from one place to before another, without those that are gone. */
  readonly describe: (from: number, to?: number) => Promise<readonly SessionInfo[]>;
}

export interface SearchHit {
  readonly session: SessionInfo;
  /** The event that began the message, the tool call, …; `seq` of its item in a transcript. */
  readonly seq: number;
  readonly at: number;
  /** `prompt`, `agent_message`, `thought`, `tool_call`, `terminal`, `plan`, `changes`, `note`, … */
  readonly what: string;
  /** The place with some text around it, on one line and without secrets. */
  readonly excerpt: string;
  /** Of the match within the excerpt. */
  readonly start: number;
  readonly end: number;
}

/** A log that could not be written. The session goes on, and the log is tried again. */
export interface LogFailure {
  readonly sessionId: string;
  readonly error: ParleyError;
}

/** What was wrong with a line of a log. It is left out; what comes before and after it is read all the same. */
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
  /** Why the disk does not take what was appended; undefined if it does, or where that is told otherwise. */
  readonly failure?: ParleyError | undefined;
  /** `line` is the event as `formatSessionEvent` gives it. Kept in order; on its way to the disk with `flush`. Never throws. */
  append(event: SessionEvent, line: string): void;
  /** Hands everything appended to the operating system; a kill of this process cannot take it back. Synchronous. Never throws: what the disk refuses is kept and tried again. */
  flush(): void;
  /** Everything is on the disk itself, and the index is up to date. At the end of a turn. Never rejects. */
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
  /** Shown by `list` from now on. Rejects if there is one with that id. */
  create(session: NewSession): Promise<SessionLog>;
  /** To go on with a session. Rejects with `session_not_found`, or `session_busy` while another process has it. */
  open(id: string): Promise<OpenedSession>;
  read(id: string): Promise<ReadSession>;
  /** The latest first. */
  list(filter?: SessionFilter): Promise<readonly SessionInfo[]>;
  /** By id, by the beginning of one, by the agent's own id, or by name; undefined if nothing fits, an error if several do. */
  find(text: string): Promise<SessionInfo | undefined>;
  /**
   * Words that all occur in the same message, tool call or terminal, in any case; "in quotes" as they stand. The latest session
   * first, within a session in order. `limit` counts hits.
   */
  search(query: string, options?: SessionFilter & { readonly signal?: AbortSignal }): AsyncIterable<SearchHit>;
  /** Rejects with `session_not_found`, or `session_busy` while somebody has it open. */
  delete(id: string): Promise<void>;
}
