// The followers of one session. Those that keep up get events from memory; those that are behind read the store at their own pace.
import type { Log } from "@parley/base";
import type { HubStore } from "../api/store.ts";
import { PAGE_EVENTS } from "../limits.ts";
import type { LoggedEvent, Subscriber, Subscription } from "../api/log.ts";
import { readEvents } from "./read-events.ts";
import { Tail } from "./tail.ts";

export interface ChannelOptions {
  readonly sessionId: string;
  readonly store: Pick<HubStore, "readEvents">;
  /** Number of the latest event that is stored. */
  readonly storedSeq: number;
  readonly log: Log;
}

interface Follower {
  readonly subscriber: Subscriber;
  cursor: number;
  isFull: boolean;
  isReading: boolean;
  /** How long the log is has to be read, too. */
  isUnsure: boolean;
  /** It does not need events as they come. */
  isPatient: boolean;
}

export class Channel {
  readonly #options: ChannelOptions;
  readonly #followers = new Set<Follower>();
  readonly #tail = new Tail();
  #storedSeq: number;
  /** Another server writes the log, and a notice of it may have been missed: it may be longer than is known here. */
  isUnsure = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#storedSeq = options.storedSeq;
  }

  get size(): number {
    return this.#followers.size;
  }

  /** The events are stored, and follow the previous ones. */
  publish(events: readonly LoggedEvent[]): void {
    const first = events[0];
    if (first === undefined) return;
    this.#storedSeq = events[events.length - 1]?.event.seq ?? this.#storedSeq;
    this.#tail.add(events);
    const before = first.event.seq - 1;
    for (const follower of this.#followers) {
      if (follower.isFull || follower.isReading || follower.cursor >= this.#storedSeq) continue;
      if (follower.cursor === before) this.#tell(follower, events);
      // A follower that started within these events gets the rest of them; any other one is behind.
      else if (follower.cursor > before) this.#tell(follower, events.slice(follower.cursor - before));
      else void this.#catchUp(follower);
    }
    if (this.#isCaughtUp()) this.#tail.relax();
  }

  /** Another server stored events up to this number. */
  reached(seq: number): void {
    if (seq <= this.#storedSeq) return;
    this.#storedSeq = seq;
    this.#tail.clear();
    for (const follower of this.#followers)
      if (!follower.isFull && !this.#canWait(follower)) void this.#catchUp(follower);
  }

  /** These events, if all of them are still in memory. */
  recent(first: number, last: number): readonly LoggedEvent[] | undefined {
    const found: LoggedEvent[] = [];
    for (let after = first - 1; after < last;) {
      const batch = this.#tail.after(after);
      if (batch === undefined) return undefined;
      found.push(...batch.slice(0, last - after));
      after += batch.length;
    }
    return found;
  }

  /** Whether every follower that has room, and that does not wait, has everything. */
  get isCaughtUp(): boolean {
    for (const follower of this.#followers)
      if (!follower.isFull && follower.cursor < this.#storedSeq && !this.#canWait(follower)) return false;
    return true;
  }

  /** `isPatient`: until it resumes, what another server stores is read in pages and not as it comes. */
  subscribe(subscriber: Subscriber, after: number, isPatient = false): Subscription {
    const state = { cursor: after, isFull: false, isReading: false, isUnsure: this.isUnsure, isPatient };
    const follower: Follower = { subscriber, ...state };
    this.#followers.add(follower);
    if (!this.#canWait(follower)) void this.#catchUp(follower);
    return {
      get cursor() {
        return follower.cursor;
      },
      resume: () => {
        if (!follower.isFull && !follower.isPatient) return;
        follower.isFull = false;
        follower.isPatient = false;
        void this.#catchUp(follower);
      },
      close: () => this.#remove(follower),
    };
  }

  end(reason: "deleted" | "closed"): void {
    for (const follower of this.#followers) this.#end(follower, reason);
  }

  #remove(follower: Follower): void {
    if (!this.#followers.delete(follower) || this.#followers.size > 0) return;
    this.#tail.clear();
  }

  #end(follower: Follower, reason: "deleted" | "closed" | "failed"): void {
    this.#remove(follower);
    follower.subscriber.ended(reason);
  }

  #tell(follower: Follower, events: readonly LoggedEvent[]): void {
    follower.cursor = events[events.length - 1]?.event.seq ?? follower.cursor;
    if (!follower.subscriber.events(events)) follower.isFull = true;
  }

  async #catchUp(follower: Follower): Promise<void> {
    if (follower.isReading) return;
    follower.isReading = true;
    try {
      while (this.#isBehind(follower)) {
        const events = this.#tail.after(follower.cursor) ?? (await this.#read(follower.cursor));
        if (!this.#followers.has(follower)) return;
        if (follower.isUnsure) this.#look(follower, events.at(-1)?.event.seq ?? 0);
        // A page of unreadable lines is skipped.
        if (events.length === 0 && follower.cursor < this.#storedSeq)
          follower.cursor = Math.min(follower.cursor + PAGE_EVENTS, this.#storedSeq);
        else if (events.length > 0) this.#tell(follower, events);
      }
    } catch (cause) {
      this.#options.log.write("error", "Could not read the log of a session", {
        sessionId: this.#options.sessionId,
        cause,
      });
      this.#end(follower, "failed");
    } finally {
      follower.isReading = false;
    }
  }

  /** From here on, notices say how long the log is. */
  #look(follower: Follower, seq: number): void {
    follower.isUnsure = false;
    this.isUnsure = false;
    this.reached(seq);
  }

  #canWait({ isPatient, cursor }: Follower): boolean {
    return isPatient && this.#storedSeq - cursor < PAGE_EVENTS;
  }

  #isCaughtUp(): boolean {
    for (const { cursor } of this.#followers) if (cursor < this.#storedSeq) return false;
    return true;
  }

  #isBehind(follower: Follower): boolean {
    const isBehind = follower.isUnsure || follower.cursor < this.#storedSeq;
    return this.#followers.has(follower) && !follower.isFull && isBehind;
  }

  #read(after: number): Promise<readonly LoggedEvent[]> {
    return readEvents(this.#options.store, this.#options.sessionId, { after, limit: PAGE_EVENTS });
  }
}
