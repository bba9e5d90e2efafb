// Timers as a port, like the clock, so that a test can control the time.

export interface Timers {
  /** Runs the task once after that time, unless the returned function is called first. */
  after(ms: number, task: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
