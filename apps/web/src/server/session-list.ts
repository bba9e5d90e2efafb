// All sessions of the server, kept up to date by its stream of changes.
import type { Operations } from "@parley/contract";
import type { FollowingEvents, Remote } from "@parley/remote";

export type Session = Operations["sessions/list"]["reply"]["sessions"][number];

export class SessionList {
  readonly #remote: Remote;
  readonly #following: FollowingEvents;
  readonly #listeners = new Set<() => void>();
  readonly #byId = new Map<string, Session>();
  #sessions: readonly Session[] | undefined;
  #isLoaded = false;

  constructor(remote: Remote) {
    this.#remote = remote;
    this.#following = remote.events({
      reset: () => void this.#load(),
      events: (batch) => {
        for (const event of batch) {
          if (event.type !== "session") continue;
          if (event.session === undefined) this.#byId.delete(event.session_id);
          else this.#byId.set(event.session_id, event.session);
        }
        this.#changed();
      },
    });
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** The newest first; the same array until something changes. */
  get sessions(): readonly Session[] {
    this.#sessions ??= [...this.#byId.values()].toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
    return this.#sessions;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
  }

  async #load(): Promise<void> {
    const { sessions } = await this.#remote.request("sessions/list", {});
    this.#byId.clear();
    for (const session of sessions) this.#byId.set(session.id, session);
    this.#isLoaded = true;
    this.#changed();
  }

  #changed(): void {
    this.#sessions = undefined;
    for (const listener of this.#listeners) listener();
  }
}
