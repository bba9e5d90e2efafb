// Signals with a time limit, and several signals as one.

/**
 * Runs an abortable action for at most `ms`. Does not use `AbortSignal.any`: a long-lived signal would keep a
 * reference to every signal that was derived from it.
 */
export async function withinMs<T>(
  ms: number,
  outer: AbortSignal,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const onAbort = (): void => either.abort(outer.reason);
  const onTime = (): void => either.abort(new DOMException(`It took more than ${ms} ms`, "TimeoutError"));
  const timer = setTimeout(onTime, ms);
  if (outer.aborted) onAbort();
  else outer.addEventListener("abort", onAbort, { once: true });
  try {
    return await action(either.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", onAbort);
  }
}

/** Aborts when any of them does. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
