// A pause that an abort cuts short.
import { onAbort } from "./on-abort.ts";

/** Resolves after that time, or when the signal aborts. Leaves no timer behind. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stopListening = onAbort(signal, end);
  });
}
