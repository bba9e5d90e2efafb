// Time that an agent worked: the clock stands still while a question waits for a person.

/** When something ran. `durationMs` turns it into a number. */
export interface Timing {
  readonly startedAt: number;
  /** Undefined while it runs. */
  readonly endedAt?: number | undefined;
  /** Time until now that a person took for answers. */
  readonly waitedMs: number;
  /** Since when a question has been open. */
  readonly pausedAt?: number | undefined;
}

/** The time it took, or has taken so far, without the time that a person took for answers. */
export function durationMs({ startedAt, endedAt, waitedMs, pausedAt }: Timing, nowMs: number): number {
  return Math.max(0, (endedAt ?? pausedAt ?? nowMs) - startedAt - waitedMs);
}

/** A moment on the clock. */
export interface WorkStamp {
  readonly at: number;
  /** All waiting before that moment. */
  readonly waitedMs: number;
}

export class WorkClock {
  readonly #open = new Set<number>();
  #waitedMs = 0;
  #pausedAt: number | undefined;

  /** A question was asked; several can be open at once. */
  asked(itemId: number, at: number): void {
    this.#open.add(itemId);
    this.#pausedAt ??= at;
  }

  /** A question was answered, or its answer is no longer needed. */
  settled(itemId: number, at: number): void {
    if (this.#open.delete(itemId) && this.#open.size === 0) this.#resume(at);
  }

  settleAll(at: number): void {
    this.#open.clear();
    this.#resume(at);
  }

  stamp(at: number): WorkStamp {
    return { at, waitedMs: this.#waitedUntil(at) };
  }

  timingSince(start: WorkStamp): Timing {
    return { startedAt: start.at, waitedMs: this.#waitedMs - start.waitedMs, pausedAt: this.#pausedAt };
  }

  timingBetween(start: WorkStamp, endedAt: number): Timing {
    return { startedAt: start.at, endedAt, waitedMs: this.#waitedUntil(endedAt) - start.waitedMs };
  }

  #waitedUntil(at: number): number {
    return this.#waitedMs + (this.#pausedAt === undefined ? 0 : Math.max(0, at - this.#pausedAt));
  }

  #resume(at: number): void {
    this.#waitedMs = this.#waitedUntil(at);
    this.#pausedAt = undefined;
  }
}
