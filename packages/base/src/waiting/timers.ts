// Timers as a port, like the clock, so that a test can control the time.
import { monotonicMs } from "../clock.ts";

export interface Timers {
  /** Milliseconds from an arbitrary moment on, never going back: for measuring how long something takes. */
  now(): number;
  /** Runs the task once after that time, unless the returned function is called first. */
  after(ms: number, task: () => void): () => void;
}

export const systemTimers: Timers = {
  now: monotonicMs,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
