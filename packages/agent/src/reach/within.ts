// Waiting with an end to it.

/** The value, or undefined if it takes longer. A rejection is passed on. */
export async function within<Value>(promise: Promise<Value>, timeMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The value, or `onAbort()` at once when the signal aborts. The promise itself goes on, and its rejection is nobody's. */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
  onAbort: () => Value | Promise<Value>,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(new Promise<Value>((give) => give(onAbort())));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
