// Waiting as a port, beside the clock, so that a test can own the time.

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

/** The value, or undefined if it takes longer. A rejection passes. */
export function within<T>(promise: Promise<T>, ms: number, timers: Timers): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(cancel);
  });
}

/** The value, unless the signal aborts first: then its reason. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
