// Waiting that a cancellation cuts short: nothing here outlives the signal, and nothing throws because of it.

/** What the promise gives, or `instead` as soon as the signal aborts. */
export function abandonOnAbort<Value, Instead>(
  promise: Promise<Value>,
  signal: AbortSignal,
  instead: Instead,
): Promise<Value | Instead> {
  if (signal.aborted) return Promise.resolve(instead);
  return new Promise((resolve, reject) => {
    const abandon = (): void => resolve(instead);
    signal.addEventListener("abort", abandon, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abandon));
  });
}

/** Resolves after that time or when the signal aborts, and leaves no timer behind. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
