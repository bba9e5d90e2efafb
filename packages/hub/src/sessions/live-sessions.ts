// The sessions that are in memory: taken from the store when somebody needs one, let go of when nobody does.
import { ParleyError, type Clock, type Log } from "@parley/base";
import { Committer } from "../log/committer.ts";
import type { HubStore, SessionRow } from "../store/store.ts";
import { LIVE_SESSIONS_MAX } from "./limits.ts";
import { LiveSession } from "./live-session.ts";

export interface LiveSessionsOptions {
  readonly store: HubStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly onDeleted: (id: string) => void;
  /** Its log can no longer be written, so its agent is of no use. */
  readonly onLost: (session: LiveSession) => void;
}

export class LiveSessions {
  readonly committer: Committer;
  readonly #options: LiveSessionsOptions;
  readonly #live = new Map<string, LiveSession>();
  readonly #loading = new Map<string, Promise<LiveSession>>();

  constructor(options: LiveSessionsOptions) {
    const { store, log } = options;
    this.#options = options;
    this.committer = new Committer({
      store,
      log,
      takeChange: (id) => this.#live.get(id)?.takeChange() ?? {},
      onStored: (id, events) => this.#live.get(id)?.channel.publish(events),
      onLost: (id, error) => this.#lost(id, error),
    });
  }

  get all(): Iterable<LiveSession> {
    return this.#live.values();
  }

  find(id: string): LiveSession | undefined {
    return this.#live.get(id);
  }

  async get(id: string): Promise<LiveSession> {
    const live = this.#live.get(id);
    if (live !== undefined) return live;
    const loading = this.#loading.get(id) ?? this.#load(id);
    this.#loading.set(id, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(id);
    }
  }

  /** A session that was stored just now. */
  add(row: SessionRow): LiveSession {
    this.#makeRoom();
    const session = new LiveSession({ ...this.#options, row, committer: this.committer });
    this.#live.set(row.id, session);
    return session;
  }

  delete(session: LiveSession): void {
    session.isDeleted = true;
    this.#live.delete(session.id);
    session.channel.end("deleted");
    this.#options.onDeleted(session.id);
  }

  close(): void {
    for (const { channel } of this.#live.values()) channel.end("closed");
  }

  async #load(id: string): Promise<LiveSession> {
    const row = await this.#options.store.getSession(id);
    if (row === undefined) {
      throw new ParleyError({ code: "session_not_found", message: `There is no session ${id}` });
    }
    return this.#live.get(id) ?? this.add(row);
  }

  /** The log of a session was written by somebody else, or the store is gone for good. */
  #lost(id: string, error: ParleyError): void {
    this.#options.log.write("error", "A session's events are lost", { sessionId: id, cause: error.message });
    const session = this.#live.get(id);
    if (session === undefined) return;
    session.lost = error;
    this.#live.delete(id);
    session.channel.end("closed");
    this.#options.onLost(session);
  }

  /** The longest unused first: a map keeps the order in which they came. */
  #makeRoom(): void {
    if (this.#live.size < LIVE_SESSIONS_MAX) return;
    for (const [id, session] of this.#live) {
      if (!session.isIdle) continue;
      this.#live.delete(id);
      if (this.#live.size < LIVE_SESSIONS_MAX * 0.9) return;
    }
  }
}
