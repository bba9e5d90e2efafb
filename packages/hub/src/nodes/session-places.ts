// Where a session is: here, or at the server that owns it. A session that no living server owns is taken over, with its unfinished
// turns, plans and questions.
import { ParleyError, type Log } from "@parley/base";
import type { QueuedTurnRow, StoreNode, StoreNodes } from "../api/nodes.ts";
import type { HubStore } from "../api/store.ts";
import { isOver, type Turn } from "../api/turns.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { ORPHAN_CHECK_MS } from "../node-limits.ts";

export interface SessionPlacesOptions {
  readonly nodes: StoreNodes;
  readonly store: HubStore;
  readonly live: LiveSessions;
  /** Continues what an earlier owner left. */
  readonly recover: (sessionId: string) => Promise<void>;
  /** Ends what an earlier owner was running: this server does not have the folder of the session. */
  readonly endInterrupted: (sessionId: string) => Promise<void>;
  /** Runs turns that are stored, and that this server does not know: their request failed after it was stored. */
  readonly runStored: (turns: readonly QueuedTurnRow[]) => Promise<void>;
  readonly log: Log;
}

export class SessionPlaces {
  readonly #options: SessionPlacesOptions;
  readonly #claiming = new Map<string, Promise<StoreNode | undefined>>();
  /** Sessions that are ours for a moment, although another machine has their folders. */
  readonly #away = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: SessionPlacesOptions) {
    this.#options = options;
    const { nodes, live } = options;
    nodes.onLost((ids) => {
      const message = "This server could not renew its lease in time, so others may have its sessions";
      for (const id of ids) live.lose(id, new ParleyError({ code: "session_lost", message }));
    });
  }

  /** Undefined: here. */
  async of(sessionId: string): Promise<StoreNode | undefined> {
    const claiming = this.#claiming.get(sessionId);
    if (claiming !== undefined) return claiming;
    if (this.#options.nodes.isOurs(sessionId)) return undefined;
    const claimed = this.#claim(sessionId).finally(() => this.#claiming.delete(sessionId));
    this.#claiming.set(sessionId, claimed);
    return claimed;
  }

  /** The session is ours, and its folder is on a machine that no living server has. */
  isAway(sessionId: string): boolean {
    return this.#away.has(sessionId);
  }

  /** Of a session that is away: nothing runs in it, so the turn is over. */
  async cancelStored(turnId: string, sessionId: string): Promise<Turn> {
    const { store, endInterrupted } = this.#options;
    const turn = await store.getTurn(turnId);
    if (turn === undefined) throw new ParleyError({ code: "turn_not_found", message: `Turn ${turnId} not found` });
    if (isOver(turn)) throw new ParleyError({ code: "turn_over", message: `The turn is already ${turn.state}` });
    await store.updateTurn(turnId, { state: "cancelling" });
    await endInterrupted(sessionId);
    return { ...turn, state: "cancelling" };
  }

  /** Takes sessions whose servers have ended, now and from time to time. */
  async start(): Promise<void> {
    await this.#check();
    this.#timer = setInterval(() => {
      this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    }, ORPHAN_CHECK_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#checking;
    await Promise.allSettled(this.#claiming.values());
  }

  async #claim(sessionId: string): Promise<StoreNode | undefined> {
    const { nodes, live, recover, endInterrupted, log } = this.#options;
    const claim = await nodes.claim(sessionId);
    if (claim.kind === "other") return claim.node;
    if (claim.kind === "none" || !claim.isNew) return undefined;
    const known = live.find(sessionId);
    if (known !== undefined) await live.renew(known);
    if (claim.hasFolder) {
      this.#away.delete(sessionId);
      await recover(sessionId);
    } else {
      this.#away.add(sessionId);
      await endInterrupted(sessionId);
    }
    log.write("debug", "This server owns a session now", { sessionId, hasFolder: claim.hasFolder });
    return undefined;
  }

  async #check(): Promise<void> {
    const { nodes, runStored, log } = this.#options;
    try {
      // A server with the folder may have been started.
      for (const id of this.#away) {
        // It is not ours from here on, before it is stored that it is free.
        const released = nodes.release(id);
        this.#away.delete(id);
        await released;
      }
      for (const id of await nodes.listOrphans()) {
        if (this.#isClosed) return;
        await this.of(id);
      }
      const stored = await nodes.listQueued();
      if (!this.#isClosed) await runStored(stored.filter(({ sessionId }) => !this.#away.has(sessionId)));
    } catch (cause) {
      if (!this.#isClosed) log.write("warn", "Could not take over sessions", { cause });
    }
  }
}
