// Waits for something, but not longer than anybody wants it.
import { setMaxListeners } from "node:events";

/** Whatever the promise gives, or undefined once the signal aborts; what comes later is nobody's concern. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  // All calls of a turn wait on its one signal, and each stops listening when it is through: no leak to warn of.
  setMaxListeners(0, signal);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
