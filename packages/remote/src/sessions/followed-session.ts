// One followed session, with one subscription on the server for all local readers.
import { parseSessionEvent, type SessionEvent } from "@parley/acp";
import { isObject, ParleyError, type Log } from "@parley/base";
import { RpcError, type Peer } from "@parley/rpc";
import { FOLLOW_AGAIN_MS, REQUEST_MS } from "../limits.ts";
import { fetchEvents } from "./fetch-events.ts";
import type { FollowEnd, Follower } from "./follower.ts";
import { Readers } from "./readers.ts";

export interface FollowedSessionOptions {
  readonly sessionId: string;
  readonly log: Log;
  /** It ended and is removed. */
  readonly onEnded: () => void;
}

export class FollowedSession {
  readonly #options: FollowedSessionOptions;
  readonly #readers: Readers;
  /** The connection on which it is followed. */
  #peer: Peer | undefined;
  /** Number of the last event of the subscription; undefined while the server has not confirmed one. */
  #position: number | undefined;
  /** Counts subscriptions: messages of an earlier one are dropped, because the next one sends them again. */
  #epoch = 0;
  /** Work that must be done before the next events are processed. */
  #busy: Promise<void> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FollowedSessionOptions) {
    this.#options = options;
    const { log, sessionId } = options;
    this.#readers = new Readers((cause) =>
      log.write("error", "A handler of a followed session failed", { sessionId, cause }),
    );
  }

  get size(): number {
    return this.#readers.size;
  }

  /** A reader is still processing its events. */
  get isBusy(): boolean {
    return this.#busy !== undefined;
  }

  /** Starts at this reader's position; the others skip events that they already have. */
  add(follower: Follower, peer: Peer | undefined): void {
    this.#readers.add(follower);
    if (peer !== undefined) this.open(peer);
  }

  remove(follower: Follower): void {
    this.#readers.remove(follower);
    if (this.size === 0) this.close();
  }

  close(): void {
    clearTimeout(this.#again);
    this.#epoch += 1;
    this.#position = undefined;
  }

  /** Follows from the position of the slowest reader. */
  open(peer: Peer): void {
    this.close();
    this.#peer = peer;
    const epoch = this.#epoch;
    const { place, known } = this.#readers;
    const params = {
      sessionId: this.#options.sessionId,
      after: place,
      ...(known && { known: { seq: known.seq, at: known.at } }),
    };
    const read = (reply: unknown): void => {
      if (epoch === this.#epoch) this.#opened(peer, reply);
    };
    peer.request("_parley/session/follow", params, { timeoutMs: REQUEST_MS, read }).catch((error: unknown) => {
      if (epoch === this.#epoch) this.#failed(error);
    });
  }

  /** Returns a promise while a reader takes its time. */
  take(values: readonly unknown[]): void | Promise<void> {
    if (this.#position === undefined) return undefined;
    const events: SessionEvent[] = [];
    for (const value of values) {
      const parsed = parseSessionEvent(value);
      // Unreadable events are reported as a gap, like any other.
      if (parsed.ok) events.push(parsed.value);
    }
    if (this.#busy === undefined) return this.#hold(this.#deliver(events));
    const epoch = this.#epoch;
    return this.#hold(this.#busy.then(() => (epoch === this.#epoch ? this.#deliver(events) : undefined)));
  }

  ended(end: FollowEnd): void {
    this.close();
    this.#options.onEnded();
    this.#readers.end(end);
  }

  /** The server stopped sending, but the session still exists. */
  openLater(): void {
    const peer = this.#peer;
    this.close();
    if (peer !== undefined) this.#again = setTimeout(() => this.open(peer), FOLLOW_AGAIN_MS);
  }

  #opened(peer: Peer, reply: unknown): void {
    const { after, lastSeq, isOtherLog } = readReply(reply);
    this.#readers.alignTo(lastSeq, isOtherLog);
    // A reader starts over, before the requested position.
    if ((this.#readers.place ?? after) < after) {
      this.open(peer);
      return;
    }
    this.#position = after;
    this.#readers.followed(lastSeq);
  }

  #deliver(events: readonly SessionEvent[]): void | Promise<void> {
    const first = events[0];
    const last = events[events.length - 1];
    if (first === undefined || last === undefined || this.#position === undefined) return undefined;
    const isWhole = last.seq - first.seq === events.length - 1;
    return isWhole && first.seq === this.#position + 1
      ? this.#give(events, last.seq)
      : this.#deliverWithGaps(events, this.#epoch);
  }

  /** The connection may be lost in between; the next one then sends everything again. */
  async #deliverWithGaps(events: readonly SessionEvent[], epoch: number): Promise<void> {
    for (const event of events) {
      if (epoch !== this.#epoch || this.#position === undefined) return;
      if (event.seq <= this.#position) continue;
      if (event.seq > this.#position + 1) await this.#fill(event.seq, epoch);
      if (epoch === this.#epoch) await this.#give([event], event.seq);
    }
  }

  /** All events before this one that the log still has. */
  async #fill(next: number, epoch: number): Promise<void> {
    const peer = this.#peer;
    if (peer === undefined || this.#position === undefined) return;
    for await (const event of fetchEvents(peer, this.#options.sessionId, this.#position, next)) {
      if (epoch !== this.#epoch) return;
      this.#skipTo(event.seq);
      await this.#give([event], event.seq);
    }
    if (epoch === this.#epoch) this.#skipTo(next);
  }

  #skipTo(next: number): void {
    if (this.#position === undefined || this.#position >= next - 1) return;
    this.#position = next - 1;
    this.#readers.skipTo(next);
  }

  #give(events: readonly SessionEvent[], lastSeq: number): void | Promise<void> {
    this.#position = lastSeq;
    return this.#readers.give(events);
  }

  /** Keeps the order while a step is pending. */
  #hold(work: void | Promise<void>): void | Promise<void> {
    if (work === undefined) return undefined;
    const epoch = this.#epoch;
    const busy = work
      .catch((error: unknown) => {
        if (epoch === this.#epoch) this.#failed(error);
      })
      .finally(() => {
        if (this.#busy === busy) this.#busy = undefined;
      });
    this.#busy = busy;
    return busy;
  }

  /** The next connection opens it again. */
  #failed(error: unknown): void {
    if (error instanceof ParleyError && error.code !== "request_timeout") return;
    if (!(error instanceof RpcError)) {
      this.openLater();
      return;
    }
    const code = isObject(error.data) ? error.data["code"] : undefined;
    this.ended({ reason: code === "session_not_found" ? "not_found" : "failed", error });
  }
}

interface FollowReply {
  readonly after: number;
  readonly lastSeq: number;
  /** The log does not contain the known event. */
  readonly isOtherLog: boolean;
}

function readReply(reply: unknown): FollowReply {
  const { after, lastSeq, isOtherLog } = isObject(reply) ? reply : {};
  if (typeof after === "number" && typeof lastSeq === "number")
    return { after, lastSeq, isOtherLog: isOtherLog === true };
  throw new Error("The server's answer to _parley/session/follow is invalid");
}
