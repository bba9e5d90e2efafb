// The ordered log of a session as readers see it: pages of earlier events, and a stream of new ones.
import type { SessionEvent } from "@parley/acp";

/** An event that is in the store, and its line there. */
export interface LoggedEvent {
  readonly event: SessionEvent;
  readonly line: string;
}

export interface EventPage {
  /** Only later ones, the earliest first. */
  readonly after?: number | undefined;
  /** Without `after`: the latest ones before this number, still in order. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** A follower of a session. A slow one does not slow the others: it gets no more events until it calls `resume`. */
export interface Subscriber {
  /** In order, each once, after it was stored. False: pause until `resume`. */
  events(batch: readonly LoggedEvent[]): boolean;
  /** No more events follow. `failed`: the log could not be read. */
  ended(reason: "deleted" | "closed" | "failed"): void;
}

export interface Subscription {
  /** Number of the last event that was delivered: another subscription can continue after it. */
  readonly cursor: number;
  /** The subscriber can take events again. */
  resume(): void;
  close(): void;
}

/** A range of events that no longer count, including both ends. */
export interface AbandonedRange {
  readonly from: number;
  readonly to: number;
  /** The `rewound` event that is the reason. */
  readonly by: number;
  /** The turns in the range. Undoing a rewind abandons none. */
  readonly fromTurn?: number | undefined;
  readonly toTurn?: number | undefined;
}
