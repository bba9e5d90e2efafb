// A reader's copy of the sessions, from the messages of a feed in either version.
import type { WatchedFile, WatchedSession } from "../state/watched.ts";
import { ENDED_SESSIONS_MAX, FEED_EVENTS_MAX } from "../limits.ts";
import type { V1File, V1Message, FeedSessionMode } from "./v1-format.ts";
import type { FeedMessage, V2Change, V2Session, SessionFields } from "./v2-format.ts";
import { sessionKey } from "./session-key.ts";

export interface MirroredSession extends WatchedSession {
  readonly key: string;
  /** `multi_agent` if it is one of several that the feed merges. */
  readonly sessionMode: FeedSessionMode;
  /** Its publisher is gone; this is the last known state. */
  readonly isOver: boolean;
}

interface MirrorEntry {
  session: MirroredSession;
  files: Map<string, WatchedFile>;
  /** Received since the connection was made. */
  isFresh: boolean;
}

export class FeedMirror {
  readonly #kept = new Map<string, MirrorEntry>();
  /** True once the initial state has been received. */
  isReady = false;

  /** In order of arrival. */
  get sessions(): readonly MirroredSession[] {
    return Array.from(this.#kept.values(), ({ session }) => session);
  }

  /** After a reconnect, sessions that are not sent again have ended. */
  reconnected(): void {
    this.isReady = false;
    for (const kept of this.#kept.values()) kept.isFresh = false;
  }

  /** Whether anything changed. */
  apply(message: FeedMessage): boolean {
    switch (message.type) {
      case "session":
      case "change":
        return this.#applyV2(message);
      case "gone":
        return this.#end(sessionKey(message.agentId, message.sessionId));
      case "ready":
        this.isReady = true;
        for (const [key, { isFresh }] of this.#kept) if (!isFresh) this.#end(key);
        return true;
      case "snapshot":
      case "delta":
      case "usage":
      case "blocked":
        // This version does not announce the end of the initial state.
        this.isReady = true;
        return this.#applyV1(message);
      case "welcome":
      case "refused":
      case "rpc_result":
      case "rpc_error":
        return false;
    }
  }

  #applyV2(message: V2Session | V2Change): boolean {
    const { agentId, sessionId } = message;
    const key = sessionKey(agentId, sessionId);
    const kept = this.#kept.get(key);
    if (message.type === "change" && kept === undefined) return false;
    const isWhole = message.type === "session";
    const files = isWhole || kept === undefined ? new Map<string, WatchedFile>() : kept.files;
    for (const file of message.files) files.set(file.path, file);
    if (!isWhole) for (const path of message.removed) files.delete(path);
    const fields = message.fields ?? kept?.session;
    if (fields === undefined) return false;
    // Older feeds do not send it.
    const sessionMode = message.sessionMode ?? kept?.session.sessionMode ?? "single_agent";
    this.#put({ ...fields, key, agentId, sessionId, sessionMode, files, isOver: false }, files);
    return true;
  }

  #applyV1(message: Exclude<V1Message, { type: "rpc_result" | "rpc_error" }>): boolean {
    const key = sessionKey(message.agent_id, message.session_id);
    const kept = this.#kept.get(key);
    const files = message.type === "snapshot" || kept === undefined ? new Map<string, WatchedFile>() : kept.files;
    const before = kept?.session ?? { ...UNKNOWN, agentId: message.agent_id, sessionId: message.session_id };
    let fields: SessionFields = before;
    if (message.type === "snapshot")
      for (const file of Object.values(message.nodes)) files.set(file.path, fromV1(file));
    else if (message.type === "delta") {
      for (const file of message.updates) files.set(file.path, fromV1(file));
      for (const path of message.removed) files.delete(path);
    } else if (message.type === "usage")
      fields = { ...fields, usage: { used: message.used, size: message.size, cost: message.cost } };
    else {
      const { path, action, timestamp_ms: atMs } = message;
      fields = { ...fields, blocked: [...fields.blocked, { path, action, reason: "", atMs }].slice(-FEED_EVENTS_MAX) };
    }
    const turn = Math.max(
      fields.turn,
      ...Array.from(files.values(), ({ turnAccessed }) => turnAccessed).slice(0, 1_000),
    );
    const { agent_id: agentId, session_id: sessionId } = message;
    const known = kept?.session.sessionMode ?? "single_agent";
    const sessionMode = message.type === "blocked" ? known : message.session_mode;
    this.#put({ ...fields, turn, key, agentId, sessionId, sessionMode, files, isOver: false }, files);
    return true;
  }

  #put(session: MirroredSession, files: Map<string, WatchedFile>): void {
    this.#kept.set(session.key, { session, files, isFresh: true });
  }

  #end(key: string): boolean {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.session.isOver) return false;
    kept.session = { ...kept.session, isOver: true, isRunning: false };
    const over = [...this.#kept].filter(([, { session }]) => session.isOver);
    for (const [old] of over.slice(0, Math.max(0, over.length - ENDED_SESSIONS_MAX))) this.#kept.delete(old);
    return true;
  }
}

const UNKNOWN: SessionFields = {
  cwd: undefined,
  title: undefined,
  turn: 0,
  isRunning: false,
  lastStopReason: undefined,
  toolCalls: [],
  toolCounts: {},
  time: { modelMs: 0, toolsMs: 0, permissionMs: 0 },
  firstTokenMs: undefined,
  usage: undefined,
  plan: undefined,
  blocked: [],
  unasked: [],
  oddities: 0,
  dropped: 0,
};

function fromV1(file: V1File): WatchedFile {
  return {
    path: file.path,
    heat: file.heat,
    inContext: file.in_context,
    lastAction: file.last_action,
    turnAccessed: file.turn_accessed,
    atMs: file.timestamp_ms,
    reads: 0,
    writes: 0,
  };
}
