// Waits for a promise, but only for a limited time.
import { onAbort } from "./on-abort.ts";
import { systemTimers, type Timers } from "./timers.ts";

export interface WithinOptions {
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
  /** The system's by default. */
  readonly timers?: Timers;
}

/** The value, or undefined on timeout or abort. A rejection in time is passed on; one that comes later is ignored. */
export function within<Value>(
  work: Promise<Value>,
  timeMs: number,
  { signal, timers = systemTimers }: WithinOptions = {},
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => finish(() => resolve(undefined));
    const finish = (settle: () => void): void => {
      cancelTimer();
      stopListening?.();
      settle();
    };
    const cancelTimer = timers.after(timeMs, giveUp);
    let stopListening: (() => void) | undefined;
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(toError(error))),
    );
    if (signal !== undefined) stopListening = onAbort(signal, giveUp);
  });
}

/** Whether the promise settles, fulfilled or rejected, in time and before an abort. Never rejects. */
export async function settlesWithin(work: Promise<unknown>, timeMs: number, options?: WithinOptions): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return (await within(settled, timeMs, options)) === true;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
