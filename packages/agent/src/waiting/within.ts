// Waits with an end to it.
import { setMaxListeners } from "node:events";

/** The value; undefined if it takes longer, or if the signal aborts first. A rejection in time is passed on. */
export function within<Value>(work: Promise<Value>, timeMs: number, signal?: AbortSignal): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => finish(() => resolve(undefined));
    const timer = setTimeout(leave, timeMs);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      settle();
    };
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
    if (signal === undefined) return;
    setMaxListeners(0, signal);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}

/** Whether it has settled, well or not, before the time is up and before the signal aborts. Never rejects. */
export async function settlesWithin(work: Promise<unknown>, timeMs: number, signal?: AbortSignal): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return (await within(settled, timeMs, signal)) === true;
}
