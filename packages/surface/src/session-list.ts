// All sessions of the server, kept up to date by its change stream.
import type { NativeSession } from "@parley/contract";
import type { ChangeEvent, FollowingEvents, Remote } from "@parley/remote";
import { LISTED_SESSIONS_MAX } from "./limits.ts";
import { nextFrame } from "./frame.ts";
import { untilLoaded } from "./until-loaded.ts";

export class SessionList {
  readonly #remote: Remote;
  readonly #following: FollowingEvents;
  readonly #listeners = new Set<() => void>();
  readonly #byId = new Map<string, NativeSession>();
  #sessions: readonly NativeSession[] | undefined;
  #isLoaded = false;
  #isAsked = false;
  /** Changes that came while the list was being loaded, because its pages may be older. */
  #meanwhile: ChangeEvent[] | undefined;

  constructor(remote: Remote) {
    this.#remote = remote;
    this.#following = remote.events({
      reset: () => untilLoaded(() => this.#load()),
      events: (batch) => {
        if (this.#meanwhile === undefined) this.#take(batch);
        else this.#meanwhile.push(...batch);
      },
    });
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Newest first; the same array until something changes. */
  get sessions(): readonly NativeSession[] {
    this.#sessions ??= [...this.#byId.values()].toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
    return this.#sessions;
  }

  /** The same object until it changes. */
  get(id: string): NativeSession | undefined {
    return this.#byId.get(id);
  }

  /** A session that this surface created, because its event may come later. */
  add(session: NativeSession): void {
    if (this.#byId.has(session.id)) return;
    this.#byId.set(session.id, session);
    this.#changed();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
  }

  async #load(): Promise<void> {
    const meanwhile: ChangeEvent[] = [];
    this.#meanwhile = meanwhile;
    const loaded = new Map<string, NativeSession>();
    let cursor: string | undefined;
    do {
      const page = await this.#remote.request("sessions/list", { limit: 200, ...(cursor !== undefined && { cursor }) });
      for (const session of page.sessions) loaded.set(session.id, session);
      cursor = page.next_cursor;
    } while (cursor !== undefined && loaded.size < LISTED_SESSIONS_MAX);
    // Another reset came, so the newer load counts.
    if (this.#meanwhile !== meanwhile) return;
    this.#meanwhile = undefined;
    this.#byId.clear();
    for (const [id, session] of loaded) this.#byId.set(id, session);
    this.#isLoaded = true;
    this.#take(meanwhile);
    this.#changed();
  }

  #take(batch: readonly ChangeEvent[]): void {
    const changes = batch.filter((event) => event.type === "session");
    for (const { session, session_id: id } of changes) {
      if (session === undefined) this.#byId.delete(id);
      else this.#byId.set(id, session);
    }
    if (changes.length > 0) this.#changed();
  }

  #changed(): void {
    this.#sessions = undefined;
    if (this.#isAsked) return;
    this.#isAsked = true;
    nextFrame(() => {
      this.#isAsked = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
