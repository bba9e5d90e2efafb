// Waits for something, but not longer than anybody wants it.

/** Whatever the promise gives, or `otherwise` once the signal aborts; what comes later is nobody's concern. */
export function untilAborted<T, Other>(promise: Promise<T>, signal: AbortSignal, otherwise: Other): Promise<T | Other> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(otherwise);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** All of those that are given as one. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
