// Waits for something, but not for ever.

/** What it settled with, or undefined when the time is over. */
export async function within<Value>(promise: Promise<Value>, timeMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
