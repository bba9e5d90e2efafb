// Locates a session: here, or at the server that owns it. Takes over sessions that no living server owns, with their
// unfinished turns and questions, and plans.
import { ParleyError, type Log } from "@parley/base";
import type { QueuedTurnRow, StoreNode, StoreNodes } from "../api/nodes.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { ORPHAN_CHECK_MS, OWNER_CHECK_MS } from "../node-limits.ts";
import { KnownOwners } from "./known-owners.ts";

export interface SessionPlacesOptions {
  readonly nodes: StoreNodes;
  readonly live: LiveSessions;
  /** Continues what an earlier owner left. */
  readonly recover: (sessionId: string) => Promise<void>;
  /** Ends what an earlier owner was running: this server does not have the folder of the session. */
  readonly endInterrupted: (sessionId: string) => Promise<void>;
  /** Continues plans of servers that have ended. */
  readonly takePlans: (ids: readonly string[]) => Promise<void>;
  /** Runs turns that are stored, and that this server does not know: their request failed after it was stored. */
  readonly runStored: (turns: readonly QueuedTurnRow[]) => Promise<void>;
  /** Cancels turns that another server was asked to cancel. */
  readonly cancelStored: (turns: readonly QueuedTurnRow[]) => Promise<void>;
  readonly log: Log;
}

export class SessionPlaces {
  readonly #options: SessionPlacesOptions;
  readonly #claiming = new Map<string, Promise<StoreNode | undefined>>();
  /** Sessions that are ours and whose recovery has not succeeded yet, by whether we have their folders. */
  readonly #unrecovered = new Map<string, boolean>();
  /** Sessions that we own briefly, although another machine has their folders. */
  readonly #away = new Set<string>();
  readonly #known = new KnownOwners();
  /** By server, for a moment. */
  readonly #alive = new Map<string, Promise<boolean>>();
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
    if (this.#options.nodes.isOurs(sessionId) && !this.#unrecovered.has(sessionId)) return undefined;
    const claimed = this.#claim(sessionId).finally(() => this.#claiming.delete(sessionId));
    this.#claiming.set(sessionId, claimed);
    return claimed;
  }

  /** As `of`, or where it was found a moment ago: a call there may fail, and is then to be tried again. */
  async expected(sessionId: string): Promise<StoreNode | undefined> {
    if (this.#options.nodes.isOurs(sessionId)) return this.of(sessionId);
    return this.#known.find(sessionId) ?? this.of(sessionId);
  }

  /** It is not where it was expected. True if `expected` had not looked for it. */
  forget(sessionId: string): boolean {
    return this.#known.delete(sessionId);
  }

  /** Looked up once for all calls that wait for that server. */
  isAlive(nodeId: string): Promise<boolean> {
    const known = this.#alive.get(nodeId);
    if (known !== undefined) return known;
    const looking = this.#options.nodes.isAlive(nodeId);
    this.#alive.set(nodeId, looking);
    setTimeout(() => this.#alive.delete(nodeId), OWNER_CHECK_MS / 2).unref();
    return looking;
  }

  /** The session is ours, but its folder is on a machine without a living server. */
  isAway(sessionId: string): boolean {
    return this.#away.has(sessionId);
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
    if (claim.kind === "ours" && claim.isNew) this.#unrecovered.set(sessionId, claim.hasFolder);
    if (claim.kind !== "ours") this.#unrecovered.delete(sessionId);
    if (claim.kind === "other") {
      this.#known.add(sessionId, claim.node);
      return claim.node;
    }
    this.#known.delete(sessionId);
    // Undefined unless it is new, or its recovery failed before, as when the database went away in between.
    const hasFolder = this.#unrecovered.get(sessionId);
    if (hasFolder === undefined) return undefined;
    const known = live.find(sessionId);
    if (known !== undefined) await live.renew(known);
    if (hasFolder) {
      this.#away.delete(sessionId);
      await recover(sessionId);
    } else {
      this.#away.add(sessionId);
      await endInterrupted(sessionId);
    }
    this.#unrecovered.delete(sessionId);
    log.write("debug", "This server owns a session now", { sessionId, hasFolder });
    return undefined;
  }

  async #check(): Promise<void> {
    const { nodes, takePlans, runStored, cancelStored, log } = this.#options;
    try {
      // A server with the folder may have been started.
      for (const id of this.#away) {
        // It is not ours from here on, before it is stored that it is free.
        const released = nodes.release(id);
        this.#away.delete(id);
        await released;
      }
      for (const id of [...this.#unrecovered.keys(), ...(await nodes.listOrphans())]) {
        if (this.#isClosed) return;
        await this.of(id);
      }
      const plans = await nodes.listOrphanPlans();
      if (plans.length > 0 && !this.#isClosed) await takePlans(plans);
      await cancelStored(await nodes.listCancelling());
      const stored = await nodes.listQueued();
      if (!this.#isClosed) await runStored(stored.filter(({ sessionId }) => !this.#away.has(sessionId)));
    } catch (cause) {
      if (!this.#isClosed) log.write("warn", "Could not take over sessions", { cause });
    }
  }
}
