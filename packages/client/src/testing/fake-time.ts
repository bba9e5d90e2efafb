// Time that stands still until a test moves it: a clock, and timers that go by it.
import type { Clock, Timers } from "@parley/base";

export interface FakeTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Runs what is due on the way, in order. */
  advance(ms: number): void;
  /** Timers that have not run yet. */
  readonly pending: number;
}

interface Waiting {
  readonly atMs: number;
  readonly task: () => void;
}

const START_MS = Date.UTC(2026, 0, 1);

export function createFakeTime(): FakeTime {
  let nowMs = START_MS;
  const waiting = new Set<Waiting>();
  const nextDue = (endMs: number): Waiting | undefined =>
    [...waiting].filter(({ atMs }) => atMs <= endMs).toSorted((one, other) => one.atMs - other.atMs)[0];
  return {
    clock: { now: () => nowMs },
    timers: {
      after(ms, task) {
        const entry = { atMs: nowMs + ms, task };
        waiting.add(entry);
        return () => waiting.delete(entry);
      },
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let due = nextDue(endMs); due !== undefined; due = nextDue(endMs)) {
        waiting.delete(due);
        nowMs = Math.max(nowMs, due.atMs);
        due.task();
      }
      nowMs = endMs;
    },
    get pending() {
      return waiting.size;
    },
  };
}
