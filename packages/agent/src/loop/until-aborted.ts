// Waits for work, but not past an abort: whoever ignores the signal is left behind, and nobody waits for them.

export const ABORTED: unique symbol = Symbol("aborted");

/** If work that was left behind fails, `onLate` is told. */
export function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  onLate?: (error: unknown) => void,
): Promise<Value | typeof ABORTED> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const leave = (): void => {
      isLate = true;
      resolve(ABORTED);
    };
    const follow = async (): Promise<void> => {
      try {
        resolve(await work);
      } catch (error) {
        if (isLate) onLate?.(error);
        else reject(error instanceof Error ? error : new Error(String(error)));
      } finally {
        signal.removeEventListener("abort", leave);
      }
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    void follow();
  });
}
