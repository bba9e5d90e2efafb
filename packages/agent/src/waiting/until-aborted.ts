// Waits for work, but not past an abort: whoever ignores the signal is left behind, and nobody waits for them.
import { setMaxListeners } from "node:events";

export const ABORTED: unique symbol = Symbol("aborted");

/** If work that was left behind fails, `onLate` is told. */
export function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
  onLate?: (error: unknown) => void,
): Promise<Value | typeof ABORTED> {
  if (signal === undefined) return work;
  // All calls of a turn wait on its one signal, and each stops listening when it is through: no leak to warn of.
  setMaxListeners(0, signal);
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

/** The same for whoever has nothing to say then: rejects with the signal's reason. */
export async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const value = await untilAborted(work, signal);
  if (value !== ABORTED) return value;
  throw signal.reason instanceof Error ? signal.reason : new Error("Cancelled");
}
