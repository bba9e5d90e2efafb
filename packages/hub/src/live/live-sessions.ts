// The sessions that are in memory: loaded from the store on demand, unloaded when nothing needs them.
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { ApprovalLevel } from "@parley/policy";
import type { Interaction } from "../api/interactions.ts";
import { Committer } from "../log/committer.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { LIVE_SESSIONS_MAX } from "../limits.ts";
import { showId } from "../text/show-id.ts";
import { LiveSession } from "./live-session.ts";

export interface LiveSessionsOptions {
  readonly store: HubStore;
  /** Of sessions that have no level of their own. */
  readonly defaultLevel: ApprovalLevel;
  readonly clock: Clock;
  readonly log: Log;
  readonly onDeleted: (id: string) => void;
  /** `from`: the agent before, if it has another one now. */
  readonly onChanged: (session: LiveSession, from?: string) => void;
  /** Nothing needs it in memory. */
  readonly onUnloaded?: ((id: string) => void) | undefined;
  /** Its log can no longer be written, so its agent is of no use. */
  readonly onLost: (session: LiveSession) => void;
}

export class LiveSessions {
  readonly committer: Committer;
  readonly #options: LiveSessionsOptions;
  /** The least recently needed first. */
  readonly #live = new Map<string, LiveSession>();
  /** Unloaded sessions that a caller may still hold: there are never two objects for one session. */
  readonly #unloaded = new Map<string, WeakRef<LiveSession>>();
  readonly #collected = new FinalizationRegistry<string>((id) => {
    if (this.#unloaded.get(id)?.deref() === undefined) this.#unloaded.delete(id);
  });
  readonly #loading = new Map<string, Promise<LiveSession>>();

  constructor(options: LiveSessionsOptions) {
    const { store, log } = options;
    this.#options = options;
    this.committer = new Committer({
      store,
      log,
      takeChange: (id) => this.find(id)?.takeChange() ?? {},
      onStored: (id, events) => this.find(id)?.channel.publish(events),
      onLost: (id, error) => this.#lost(id, error),
    });
  }

  get all(): Iterable<LiveSession> {
    return this.#live.values();
  }

  get size(): number {
    return this.#live.size;
  }

  /** Undefined if it is not in memory. */
  find(id: string): LiveSession | undefined {
    return this.#live.get(id) ?? this.#unloaded.get(id)?.deref();
  }

  /** Loads it if it is not in memory. Rejects with `session_not_found`. */
  async get(id: string): Promise<LiveSession> {
    const live = this.find(id);
    if (live !== undefined) {
      if (!this.isOwned(id)) await this.renew(live);
      return this.#keep(live);
    }
    const loading = this.#loading.get(id) ?? this.#load(id);
    this.#loading.set(id, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(id);
    }
  }

  /** False if another server may own it: what is in memory follows the store. */
  isOwned(id: string): boolean {
    return this.#options.store.nodes?.isOurs(id) ?? true;
  }

  /** Undefined if it is not in memory, or a copy of what another server has. */
  findOwned(id: string): LiveSession | undefined {
    return this.isOwned(id) ? this.find(id) : undefined;
  }

  /** Takes over what other servers have stored. */
  async renew(session: LiveSession): Promise<void> {
    const row = await this.#options.store.getSession(session.id);
    if (row !== undefined) session.renew(row);
  }

  /** This server does not own it any more. */
  lose(id: string, error: ParleyError): void {
    this.#lost(id, error);
  }

  /** Stores a question; one of a session together with the event that asks it. */
  keep(question: Interaction): Promise<void> {
    const { sessionId } = question;
    if (sessionId === undefined) return this.#options.store.putInteraction(question);
    const lost = this.find(sessionId)?.lost;
    return lost === undefined ? this.committer.keep(sessionId, question) : Promise.reject(lost);
  }

  /** Adds a session that was just stored. */
  add(row: SessionRow): LiveSession {
    const onReused = (reused: LiveSession): void => void this.#keep(reused);
    const session = new LiveSession({ ...this.#options, row, committer: this.committer, onReused });
    this.#collected.register(session, session.id);
    return this.#keep(session);
  }

  /** Unloads the sessions that nothing has needed for that long. */
  unloadIdle(idleMs: number): void {
    const before = this.#options.clock.now() - idleMs;
    for (const session of this.#live.values()) {
      if (session.accessedAtMs > before) return;
      if (session.isIdle) this.#unload(session);
    }
  }

  delete(session: LiveSession): void {
    session.isDeleted = true;
    this.#remove(session);
    session.channel.end("deleted");
    this.#options.onDeleted(session.id);
  }

  close(): void {
    for (const { channel } of this.#live.values()) channel.end("closed");
  }

  async #load(id: string): Promise<LiveSession> {
    const row = await this.#options.store.getSession(id);
    if (row === undefined) {
      throw new ParleyError({ code: "session_not_found", message: `Session ${showId(id)} not found` });
    }
    const known = this.find(id);
    if (known !== undefined) return known;
    const session = this.add(row);
    // A notice may have come after the row was read.
    session.channel.isUnsure = !this.isOwned(id);
    return session;
  }

  /** Another process wrote to the log of the session, or the store failed for good. */
  #lost(id: string, error: ParleyError): void {
    if (error.code === "session_lost") this.committer.forget(id, error);
    const fields = { sessionId: id, code: error.code, cause: error.message };
    this.#options.log.write("error", "The events of a session are lost", fields);
    const session = this.find(id);
    if (session === undefined) return;
    session.lost = error;
    this.#remove(session);
    session.channel.end("closed");
    this.#options.onLost(session);
  }

  /** In memory, as the one that was needed last. */
  #keep(session: LiveSession): LiveSession {
    if (session.isDeleted || session.lost !== undefined) return session;
    session.accessedAtMs = this.#options.clock.now();
    session.isUnloaded = false;
    this.#remove(session);
    this.#makeRoom();
    this.#live.set(session.id, session);
    return session;
  }

  #unload(session: LiveSession): void {
    session.isUnloaded = true;
    this.#options.onUnloaded?.(session.id);
    this.#live.delete(session.id);
    this.#unloaded.set(session.id, new WeakRef(session));
  }

  #remove({ id }: LiveSession): void {
    this.#live.delete(id);
    this.#unloaded.delete(id);
  }

  #makeRoom(): void {
    if (this.#live.size < LIVE_SESSIONS_MAX) return;
    for (const session of this.#live.values()) {
      if (session.isIdle) this.#unload(session);
      if (this.#live.size < LIVE_SESSIONS_MAX * 0.9) return;
    }
  }
}
