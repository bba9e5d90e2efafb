// Time as a port, in epoch milliseconds, so that tests can control the clock.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The range of a date in either direction; formatting a time beyond it throws. */
const TIME_MS_MAX = 8.64e15;

/** Whether a time from a file or a peer can be shown. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= TIME_MS_MAX;
}

/** Declared here because this file runs in browsers too and must not need Node's types. */
declare const process: { readonly hrtime: () => [seconds: number, nanoseconds: number] };

/**
 * Monotonic milliseconds from an arbitrary start. For code that runs at startup, because loading `performance` takes a
 * millisecond.
 */
export function monotonicMs(): number {
  if (!("process" in globalThis)) return performance.now();
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
