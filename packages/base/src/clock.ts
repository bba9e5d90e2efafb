// Time as a port: epoch milliseconds inside, so that a test can own the clock.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
