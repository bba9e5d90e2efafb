// Time as a port: epoch milliseconds inside, so that a test can own the clock.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** As far as a date reaches to either side; beyond, formatting one throws. */
const TIME_MS_MAX = 8.64e15;

/** Whether it is a time that can be shown, for numbers from files and from others. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= TIME_MS_MAX;
}

/** Declared here because this file runs in browsers too and must not need Node's types. */
declare const process: { readonly hrtime: () => [seconds: number, nanoseconds: number] };

/** Milliseconds from some moment on, which never go back. For what runs at a start: to load `performance` takes Node a millisecond. */
export function monotonicMs(): number {
  if (!("process" in globalThis)) return performance.now();
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
