// The sessions that this window follows: each once, and for a while after the last chat that showed it was hidden.
import type { Remote } from "@parley/remote";
import { FOLLOWED_KEPT_MS } from "../../limits.ts";
import { FollowedSession, type SessionReader } from "./followed-session.ts";

export class FollowedSessions {
  readonly #remote: Remote;
  readonly #sessions = new Map<string, FollowedSession>();
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(remote: Remote) {
    this.#remote = remote;
  }

  open(sessionId: string): FollowedSession {
    clearTimeout(this.#timers.get(sessionId));
    const known = this.#sessions.get(sessionId);
    if (known !== undefined && known.end === undefined) return known;
    known?.close();
    const session = new FollowedSession(this.#remote, sessionId);
    this.#sessions.set(sessionId, session);
    this.#tell();
    return session;
  }

  /** Of the sessions that are followed now. */
  get ids(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  get(sessionId: string): FollowedSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** Calls the listener when another session is followed, or one no longer. Returns how to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  leave(session: FollowedSession, reader: SessionReader): void {
    session.remove(reader);
    if (session.isRead) return;
    const { sessionId } = session;
    clearTimeout(this.#timers.get(sessionId));
    this.#timers.set(
      sessionId,
      setTimeout(() => this.#close(session), FOLLOWED_KEPT_MS),
    );
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #close(session: FollowedSession): void {
    if (session.isRead) return;
    session.close();
    this.#timers.delete(session.sessionId);
    if (this.#sessions.get(session.sessionId) === session) this.#sessions.delete(session.sessionId);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
