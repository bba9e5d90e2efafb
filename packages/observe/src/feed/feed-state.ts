// The sessions of all publishers of a feed, merged by agent and session, and what changed since the last update.
import type { Clock } from "@parley/base";
import { FeedSession, type FeedSessionChange } from "./feed-session.ts";
import { PUBLISHED_SESSIONS_MAX, FEED_SESSIONS_MAX } from "../limits.ts";
import type { PublishedMessage } from "./v2-format.ts";
import { modeOf } from "./session-mode.ts";
import { sessionKey } from "./session-key.ts";

export interface FeedNews {
  readonly changes: readonly FeedSessionChange[];
  readonly gone: readonly FeedSession[];
}

export class FeedState {
  readonly #clock: Clock;
  readonly #onDirty: () => void;
  /** The most recently changed one is last. */
  readonly #sessions = new Map<string, FeedSession>();
  readonly #dirty = new Set<FeedSession>();
  #gone: FeedSession[] = [];
  /** As set by a reader that has the token. */
  active: FeedSession | undefined;

  constructor(clock: Clock, onDirty: () => void) {
    this.#clock = clock;
    this.#onDirty = onDirty;
  }

  get sessions(): Iterable<FeedSession> {
    return this.#sessions.values();
  }

  has(session: FeedSession): boolean {
    return this.#sessions.get(session.key) === session;
  }

  find(sessionId: string, agentId?: string): FeedSession | undefined {
    for (const session of this.#sessions.values()) {
      if (session.sessionId === sessionId && (agentId === undefined || session.agentId === agentId)) return session;
    }
    return undefined;
  }

  /** False for a change of an unknown session: the publisher must send the whole session. */
  apply(publisherId: string, message: PublishedMessage): boolean {
    const key = sessionKey(message.agentId, message.sessionId);
    const known = this.#sessions.get(key);
    if (message.type === "gone") {
      if (known !== undefined) this.#withdrawFrom(known, publisherId);
      return true;
    }
    if (message.type === "change" && known?.isShownBy(publisherId) !== true) return false;
    const session = known ?? new FeedSession(key, message.agentId, message.sessionId, message.seq);
    session.apply(publisherId, message, this.#clock.now());
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    this.#touch(session);
    if (known !== undefined) return true;
    this.#makeRoom(publisherId);
    this.#updateModes();
    return true;
  }

  /** Removes everything that a publisher showed. */
  withdraw(publisherId: string): void {
    for (const session of this.#sessions.values()) this.#withdrawFrom(session, publisherId);
  }

  /** Hides it until something happens in it. */
  remove(session: FeedSession): void {
    if (!this.#sessions.delete(session.key)) return;
    this.#dirty.delete(session);
    if (this.active === session) this.active = undefined;
    this.#gone.push(session);
    this.#updateModes();
    this.#onDirty();
  }

  /** Returns and clears the pending changes. */
  takeNews(): FeedNews {
    const changes = [...this.#dirty].map((session) => session.takeChange());
    const gone = this.#gone;
    this.#dirty.clear();
    this.#gone = [];
    return { changes, gone };
  }

  #withdrawFrom(session: FeedSession, publisherId: string): void {
    if (!session.isShownBy(publisherId)) return;
    session.withdraw(publisherId);
    if (session.isShown) this.#touch(session);
    else this.remove(session);
  }

  /** Sessions whose mode changed are sent, because nothing else may happen in them for a long time. */
  #updateModes(): void {
    const mode = modeOf(this.#sessions.size);
    for (const session of this.#sessions.values()) {
      if (session.mode === mode) continue;
      session.mode = mode;
      this.#touch(session);
    }
  }

  #touch(session: FeedSession): void {
    this.#dirty.add(session);
    this.#onDirty();
  }

  /** Drops the least recently active session, of this publisher if it shows too many. */
  #makeRoom(publisherId: string): void {
    const own = [...this.#sessions.values()].filter((session) => session.isShownBy(publisherId));
    const oldest = own.length > PUBLISHED_SESSIONS_MAX ? own : this.#sessions.values();
    if (own.length <= PUBLISHED_SESSIONS_MAX && this.#sessions.size <= FEED_SESSIONS_MAX) return;
    for (const session of oldest) return this.remove(session);
  }
}
