// Time that stands still until a test moves it: timers, and a wall clock that may be set back.
import type { Clock, Timers } from "@parley/base";

export interface FakeTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Runs what is due on the way, in order. */
  advance(ms: number): void;
  /** The wall clock goes back, as when the system's time is corrected. */
  setClockBack(ms: number): void;
  /** Timers that have not run yet. */
  readonly pending: number;
}

interface Waiting {
  readonly atMs: number;
  readonly task: () => void;
}

const START_MS = Date.UTC(2026, 0, 1);

export function createFakeTime(): FakeTime {
  let elapsedMs = 0;
  let clockStartMs = START_MS;
  const waiting = new Set<Waiting>();
  const nextDue = (endMs: number): Waiting | undefined =>
    [...waiting].filter(({ atMs }) => atMs <= endMs).toSorted((one, other) => one.atMs - other.atMs)[0];
  return {
    clock: { now: () => clockStartMs + elapsedMs },
    timers: {
      now: () => elapsedMs,
      after(ms, task) {
        const entry = { atMs: elapsedMs + ms, task };
        waiting.add(entry);
        return () => waiting.delete(entry);
      },
    },
    advance(ms) {
      const endMs = elapsedMs + ms;
      for (let due = nextDue(endMs); due !== undefined; due = nextDue(endMs)) {
        waiting.delete(due);
        elapsedMs = Math.max(elapsedMs, due.atMs);
        due.task();
      }
      elapsedMs = endMs;
    },
    setClockBack(ms) {
      clockStartMs -= ms;
    },
    get pending() {
      return waiting.size;
    },
  };
}
