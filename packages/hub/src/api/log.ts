// The ordered log of a session as readers see it: pages of what was, and everything that comes.
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

/** Whoever follows a session. One that is slow slows nobody: it is told of nothing more until it says `resume`. */
export interface Subscriber {
  /** In order, each once, after it was stored. False: enough for now. */
  events(batch: readonly LoggedEvent[]): boolean;
  /** Nothing more comes. `failed`: the log could not be read. */
  ended(reason: "deleted" | "closed" | "failed"): void;
}

export interface Subscription {
  /** Number of the last event that was told; where another subscription goes on. */
  readonly cursor: number;
  /** There is room again. */
  resume(): void;
  close(): void;
}
