// The watched sessions of this process, read on each tick and sent to wherever the feed is served.
import type { Log } from "@parley/base";
import type { WatchDelta, WatchSource } from "../state/watch-state.ts";
import type { WatchedSession } from "../state/watched.ts";
import type { PublishedMessage } from "./v2-format.ts";
import { toChange, toWholeSession } from "./to-published.ts";
import { sessionKey } from "./session-key.ts";

/** The target: the state of this process, or the process that serves. */
export interface PublishTarget {
  /** Full: sessions that change now are sent as a whole when it is empty again. */
  readonly isFull: boolean;
  readonly isEmpty: boolean;
  /** False if the session has to be sent as a whole. */
  publish(message: PublishedMessage): boolean;
  close(): void | Promise<void>;
}

export class Publications {
  readonly #log: Log;
  readonly #states = new Set<WatchSource>();
  #target: PublishTarget | undefined;
  /** The sessions that the target knows, by key. */
  readonly #known = new Map<string, Pick<WatchedSession, "agentId" | "sessionId">>();
  #isBehind = false;
  readonly #failed = new WeakSet<WatchSource>();

  constructor(log: Log) {
    this.#log = log;
  }

  add(state: WatchSource): void {
    this.#states.add(state);
  }

  remove(state: WatchSource): void {
    this.#states.delete(state);
  }

  /** A new target gets everything with the next tick. */
  sendTo(target: PublishTarget | undefined): void {
    this.#target = target;
    this.#known.clear();
    this.#isBehind = false;
    if (target !== undefined) this.catchUp();
  }

  /** Stops publishing. */
  withdraw(): void {
    this.#states.clear();
    this.#sendGone();
  }

  /** The target lost the session, or never had it. */
  forget(sessionId: string | undefined): void {
    for (const [key, session] of this.#known) {
      if (sessionId === undefined || session.sessionId === sessionId) this.#known.delete(key);
    }
    this.catchUp();
  }

  /** Whether anything happened. Also called without readers, because files cool down anyway. */
  tick(nowMs: number): boolean {
    let isBusy = false;
    for (const state of this.#states) {
      for (const delta of this.#tickOf(state, nowMs)) {
        isBusy = true;
        this.#send(state, delta);
      }
    }
    this.#sendGone();
    this.catchUp();
    return isBusy;
  }

  /** Sessions that the target does not know yet, while there is room. */
  catchUp(): void {
    const target = this.#target;
    if (target === undefined || (this.#isBehind && !target.isEmpty)) return;
    this.#isBehind = false;
    for (const { session, state, key } of this.#sessions()) {
      if (this.#known.has(key)) continue;
      if (target.isFull) {
        this.#isBehind = true;
        return;
      }
      target.publish(toWholeSession(session, state.seqOf(session.sessionId)));
      this.#known.set(key, session);
    }
  }

  #send(state: WatchSource, delta: WatchDelta): void {
    const target = this.#target;
    const session = state.session(delta.sessionId);
    if (target === undefined || session === undefined) return;
    const key = sessionKey(session.agentId, session.sessionId);
    if (!this.#known.has(key)) return;
    if (this.#isBehind || target.isFull) {
      this.#known.delete(key);
      this.#isBehind = true;
    } else if (!target.publish(toChange(session, delta))) this.#known.delete(key);
  }

  #sendGone(): void {
    const target = this.#target;
    if (target === undefined || this.#known.size === 0) return;
    const present = new Set(Array.from(this.#sessions(), ({ key }) => key));
    for (const [key, { agentId, sessionId }] of this.#known) {
      if (present.has(key)) continue;
      this.#known.delete(key);
      target.publish({ type: "gone", agentId, sessionId });
    }
  }

  /** A source that throws loses only its own updates. */
  #tickOf(state: WatchSource, nowMs: number): readonly WatchDelta[] {
    try {
      return state.tick(nowMs);
    } catch (error) {
      if (!this.#failed.has(state))
        this.#log.write("error", "Reading a watched session failed", { error: String(error) });
      this.#failed.add(state);
      return [];
    }
  }

  *#sessions(): Generator<{ session: WatchedSession; state: WatchSource; key: string }> {
    for (const state of this.#states) {
      for (const session of state.sessions)
        yield { session, state, key: sessionKey(session.agentId, session.sessionId) };
    }
  }
}
