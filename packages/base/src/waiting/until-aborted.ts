// Waits for a promise until a signal aborts. Work that ignores the signal keeps running, but nothing waits for it.
import { onAbort } from "./on-abort.ts";

export const ABORTED: unique symbol = Symbol("aborted");

/** The value, or `ABORTED`. `onLate` gets the error of work that fails after the abort. */
export function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
  onLate?: (error: unknown) => void,
): Promise<Value | typeof ABORTED> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const stopListening = onAbort(signal, () => {
      isLate = true;
      resolve(ABORTED);
    });
    const follow = async (): Promise<void> => {
      try {
        resolve(await work);
      } catch (error) {
        if (isLate) onLate?.(error);
        else reject(error instanceof Error ? error : new Error(String(error)));
      } finally {
        stopListening();
      }
    };
    void follow();
  });
}

/** The value; rejects with the signal's reason if it aborts first. */
export async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const value = await untilAborted(work, signal);
  if (value !== ABORTED) return value;
  throw signal.reason instanceof Error ? signal.reason : new Error("Cancelled");
}
