// A clock that stands still until a test moves it.
import type { Clock } from "@parley/base";

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

/** Some moment with a date that is easy to recognise: 2026-01-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 0, 1);

export function createFakeClock(startMs: number = START_MS): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
