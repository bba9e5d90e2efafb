// One reader of a session's events: it gets each event once, in order.
import type { SessionEvent } from "@parley/acp";

/** Events that the log no longer has. If `next` is at or before `after`, the log was replaced and starts over. */
export interface TrimmedEvents {
  /** The last event that the reader has. */
  readonly after: number;
  /** The next event that it gets. */
  readonly next: number;
}

export interface FollowEnd {
  readonly reason: "deleted" | "not_found" | "failed";
  readonly error?: Error | undefined;
}

export interface FollowHandler {
  /** In order, each event once. While a promise is pending, no more events come. */
  events(batch: readonly SessionEvent[]): void | Promise<void>;
  /** The reader's state from earlier events is incomplete or invalid. */
  trimmed?(trimmed: TrimmedEvents): void;
  /** The server sends events from here; up to `lastSeq` they are history. Called again after every reconnect. */
  followed?(position: { readonly lastSeq: number }): void;
  /** No more events follow. */
  ended?(end: FollowEnd): void;
}

/** An event that identifies a log: another log has a different event, or none, with this number. */
export interface KnownEvent {
  readonly seq: number;
  readonly at: number;
}

export class Follower {
  readonly handler: FollowHandler;
  /** Number of the last event that it got; undefined until its start is known. */
  cursor: number | undefined;
  /** The last event that it got from this log. */
  known: KnownEvent | undefined;
  isClosed = false;

  constructor(handler: FollowHandler, after: number | undefined) {
    this.handler = handler;
    this.cursor = after;
  }

  /** These are consecutive. */
  give(events: readonly SessionEvent[]): void | Promise<void> {
    const first = events[0];
    const last = events[events.length - 1];
    if (this.isClosed || first === undefined || last === undefined) return undefined;
    const cursor = this.cursor ?? first.seq - 1;
    const known = events.findIndex(({ seq }) => seq > cursor);
    if (known === -1) return undefined;
    this.cursor = last.seq;
    this.known = last;
    return this.handler.events(known === 0 ? events : events.slice(known));
  }

  /** Events between its position and this one are gone. */
  skipTo(next: number): void {
    if (this.isClosed || this.cursor === undefined || this.cursor >= next - 1) return;
    const after = this.cursor;
    this.cursor = next - 1;
    this.handler.trimmed?.({ after, next });
  }

  /** The log was replaced by another one. */
  startOver(): void {
    const after = this.cursor ?? 0;
    this.cursor = 0;
    this.known = undefined;
    if (!this.isClosed) this.handler.trimmed?.({ after, next: 1 });
  }
}
