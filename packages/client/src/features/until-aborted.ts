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

/**
 * Does something that can be aborted, for no longer than `ms`. Without `AbortSignal.any`: a signal that lives long would keep a
 * trace of everything that was ever done with it.
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

/** `promise` never rejects. */
export async function isSettledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** All of those that are given as one. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
