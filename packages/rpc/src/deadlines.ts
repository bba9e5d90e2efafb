// Many deadlines on one timer: a timer for each request would cost more than the rest of it.
import { monotonicMs } from "@parley/base";
import { TIMER_MS_MAX } from "./limits.ts";

/** Node's timers have `ref` and `unref`; those of browsers do not. */
type Timer = ReturnType<typeof setTimeout> & { ref?: () => unknown; unref?: () => unknown };

export class Deadlines<Key> {
  readonly #onExpired: (key: Key) => void;
  readonly #atMs = new Map<Key, number>();
  readonly #fire = (): void => this.#expire();
  #timer: Timer | undefined;
  /** When the timer fires: at the earliest deadline there was, or before it. */
  #timerAtMs = Number.POSITIVE_INFINITY;

  constructor(onExpired: (key: Key) => void) {
    this.#onExpired = onExpired;
  }

  /** Replaces the key's deadline. A wait that is too long for a timer means no deadline. */
  set(key: Key, waitMs: number): void {
    if (!(waitMs <= TIMER_MS_MAX)) return;
    const atMs = monotonicMs() + waitMs;
    if (this.#atMs.size === 0) this.#timer?.ref?.();
    this.#atMs.set(key, atMs);
    if (atMs < this.#timerAtMs) this.#arm(atMs, waitMs);
  }

  /** The timer keeps running for the next deadline, but it no longer keeps the process alive. */
  delete(key: Key): void {
    if (this.#atMs.delete(key) && this.#atMs.size === 0) this.#timer?.unref?.();
  }

  stop(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#atMs.clear();
  }

  #arm(atMs: number, waitMs: number): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#fire, waitMs);
    this.#timerAtMs = atMs;
  }

  #expire(): void {
    this.#timer = undefined;
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    // A timer may fire a fraction of a millisecond early.
    const nowMs = monotonicMs() + 1;
    const expired = [...this.#atMs].filter(([, atMs]) => atMs <= nowMs).map(([key]) => key);
    for (const key of expired) this.#atMs.delete(key);
    const earliest = Math.min(...this.#atMs.values());
    if (this.#atMs.size > 0) this.#arm(earliest, Math.max(1, earliest - monotonicMs()));
    for (const key of expired) this.#onExpired(key);
  }
}
