// Ephemeral sessions: deleted some time after their last follower has left and their turns have ended.
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { HubStore } from "../api/store.ts";
import { EPHEMERAL_CHECK_MS, EPHEMERAL_MS } from "../live-limits.ts";
import type { LiveSessions } from "../live/live-sessions.ts";

const KIND = "ephemeral";

export interface EphemeralOptions {
  readonly store: Pick<HubStore, "putDocument" | "listDocuments" | "deleteDocument" | "nodes">;
  readonly live: Pick<LiveSessions, "find">;
  readonly delete: (sessionId: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

export class EphemeralSessions {
  readonly #options: EphemeralOptions;
  /** When each was last in use. */
  readonly #usedAtMs = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EphemeralOptions) {
    this.#options = options;
  }

  /** Those of an earlier process; with several servers on one store, another one may be serving them. */
  async load(): Promise<void> {
    const { store } = this.#options;
    if (store.nodes !== undefined) return;
    for (const { id } of await store.listDocuments(KIND, KIND)) this.#watch(id);
  }

  async add(sessionId: string): Promise<void> {
    await this.#options.store.putDocument(KIND, sessionId, KIND, {});
    this.#watch(sessionId);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #watch(sessionId: string): void {
    this.#usedAtMs.set(sessionId, this.#options.clock.now());
    this.#timer ??= setInterval(() => void this.check(), EPHEMERAL_CHECK_MS).unref();
  }

  async check(): Promise<void> {
    const { live, clock } = this.#options;
    const now = clock.now();
    for (const [id, usedAtMs] of this.#usedAtMs) {
      const session = live.find(id);
      const isUsed = session !== undefined && (session.channel.size > 0 || session.busy > 0);
      if (isUsed) this.#usedAtMs.set(id, now);
      else if (now - usedAtMs >= EPHEMERAL_MS) await this.#delete(id);
    }
  }

  async #delete(id: string): Promise<void> {
    const { store, log } = this.#options;
    try {
      await this.#options.delete(id);
    } catch (cause) {
      const isGone = cause instanceof ParleyError && cause.code === "session_not_found";
      if (!isGone) return log.write("warn", "Could not delete a session that is not kept", { sessionId: id, cause });
    }
    this.#usedAtMs.delete(id);
    await store.deleteDocument(KIND, id);
  }
}
