// Follows one turn: its events from the log and its state, as fast as the reader consumes them.
import { isOver, type Hub, type LoggedEvent, type Subscription, type Turn } from "@parley/hub";
import { A2A_FOLLOW_EVENTS_MAX } from "../../limits.ts";

export interface Progress {
  /** New events of the turn. */
  readonly events: readonly LoggedEvent[];
  /** Its current state, which may be ahead of the events. */
  readonly turn: Turn;
  /** No more updates follow. */
  readonly isEnd: boolean;
}

export class TurnFollower {
  readonly #hub: Hub;
  readonly #signal: AbortSignal;
  readonly #stopWatching: () => void;
  readonly #onAbort = (): void => this.#wake();
  #turn: Turn;
  #hasChanged = false;
  #events: LoggedEvent[] = [];
  #isPaused = false;
  #isLogOver = false;
  #subscription: Subscription | undefined;
  #cursor: number;
  #waiting: (() => void) | undefined;

  /** Events up to `after` are known already. */
  constructor(hub: Hub, turn: Turn, after: number, signal: AbortSignal) {
    this.#hub = hub;
    this.#turn = turn;
    this.#cursor = after;
    this.#signal = signal;
    this.#stopWatching = hub.turns.onChange((changed) => {
      if (changed.id !== turn.id) return;
      this.#turn = changed;
      this.#hasChanged = true;
      this.#wake();
    });
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Checks once more, because it may have changed before the subscription. */
  async start(): Promise<void> {
    this.#turn = await this.#hub.turns.get(this.#turn.id);
    this.#hasChanged = true;
  }

  /** Waits for a change. */
  async next(): Promise<Progress> {
    for (;;) {
      if (this.#signal.aborted) return this.#progress([], true);
      await this.#subscribe();
      const events = this.#take();
      const isEnd = this.#isEnd();
      if (events.length > 0 || this.#hasChanged || isEnd) return this.#progress(events, isEnd);
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      this.#waiting = undefined;
    }
  }

  close(): void {
    this.#stopWatching();
    this.#subscription?.close();
    this.#signal.removeEventListener("abort", this.#onAbort);
  }

  #progress(events: readonly LoggedEvent[], isEnd: boolean): Progress {
    this.#hasChanged = false;
    return { events, turn: this.#turn, isEnd };
  }

  /** A queued turn has no events yet; those of earlier turns are not its own. */
  async #subscribe(): Promise<void> {
    const { firstSeq, sessionId } = this.#turn;
    if (this.#subscription !== undefined || firstSeq === undefined) return;
    const after = Math.max(this.#cursor, firstSeq - 1);
    const subscriber = {
      events: (batch: readonly LoggedEvent[]): boolean => {
        this.#events.push(...batch);
        this.#isPaused = this.#events.length >= A2A_FOLLOW_EVENTS_MAX;
        this.#wake();
        return !this.#isPaused;
      },
      ended: (): void => {
        this.#isLogOver = true;
        this.#wake();
      },
    };
    this.#subscription = await this.#hub.sessions.subscribe(sessionId, subscriber, { after });
  }

  #take(): readonly LoggedEvent[] {
    const { firstSeq = 1, lastSeq = Number.MAX_SAFE_INTEGER } = this.#turn;
    const from = Math.max(firstSeq, this.#cursor + 1);
    const events = this.#events.filter(({ event: { seq } }) => seq >= from && seq <= lastSeq);
    this.#events = [];
    this.#cursor = events.at(-1)?.event.seq ?? this.#cursor;
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#subscription?.resume();
    }
    return events;
  }

  #isEnd(): boolean {
    if (this.#signal.aborted || this.#isLogOver) return true;
    if (!isOver(this.#turn)) return false;
    const { firstSeq, lastSeq } = this.#turn;
    return firstSeq === undefined || lastSeq === undefined || this.#cursor >= lastSeq;
  }

  #wake(): void {
    this.#waiting?.();
  }
}
