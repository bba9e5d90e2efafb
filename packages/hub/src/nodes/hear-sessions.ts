// Reports sessions of other servers in this server's change stream: new, changed and deleted ones.
import type { Log } from "@parley/base";
import type { StoreNodes } from "../api/nodes.ts";
import type { HubSession } from "../api/sessions.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import type { ChangeLog } from "../changes/change-log.ts";
import type { ChangeNotes } from "../changes/note-changes.ts";
import { HEARD_SESSIONS_MAX, HEAR_SESSIONS_MS } from "../node-limits.ts";

export interface HearSessionsOptions {
  readonly nodes: Pick<StoreNodes, "isOurs" | "readStates">;
  readonly store: Pick<HubStore, "getSession">;
  readonly changes: Pick<ChangeLog, "isWatched" | "restart">;
  readonly notes: Pick<ChangeNotes, "sessionCreated" | "sessionHeard" | "sessionDeleted">;
  readonly show: (row: SessionRow, state: HubSession["state"] | undefined) => HubSession;
  readonly log: Log;
}

/** Several notices of one session within a moment are read once. */
export class HeardSessions {
  readonly #options: HearSessionsOptions;
  /** Whether it is new, by id. */
  #heard = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HearSessionsOptions) {
    this.#options = options;
  }

  add(ids: readonly string[], isNew = false): void {
    for (const id of ids)
      if (!this.#options.nodes.isOurs(id)) this.#heard.set(id, isNew || this.#heard.get(id) === true);
    if (this.#heard.size > 0) this.#timer ??= setTimeout(() => void this.#read(), HEAR_SESSIONS_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    const { nodes, store, changes, notes, show, log } = this.#options;
    this.#timer = undefined;
    const heard = this.#heard;
    this.#heard = new Map();
    // Later readers list everything anyway, and a list is less work than that many changes.
    if (!changes.isWatched || heard.size > HEARD_SESSIONS_MAX) {
      changes.restart();
      return;
    }
    try {
      const states = await nodes.readStates([...heard.keys()]);
      for (const [id, isNew] of heard) {
        const row = await store.getSession(id);
        if (row === undefined) notes.sessionDeleted(id);
        else if (isNew) notes.sessionCreated(show(row, states[id]));
        else notes.sessionHeard(show(row, states[id]));
      }
    } catch (cause) {
      log.write("warn", "Could not read the sessions of other servers", { cause });
      changes.restart();
    }
  }
}
