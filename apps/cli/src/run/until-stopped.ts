// Waits for a run's work until the run is stopped.
import { onAbort, ParleyError } from "@parley/base";
import { CANCEL_GRACE_MS } from "../limits.ts";

/** Before the turn begins there is nothing to cancel, so the run stops immediately. */
export function untilStopped<T>(work: Promise<T>, stopped: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new ParleyError({ code: "request_cancelled", message: "Stopped" }));
    if (stopped.aborted) stop();
    const stopListening = onAbort(stopped, stop);
    work.then(resolve, reject).finally(stopListening);
  });
}

/** Resolves when the run has to end before its turn: at the second signal, or some time after the first. */
export function untilForced(stopped: AbortSignal, forced: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    onAbort(stopped, () => void setTimeout(resolve, CANCEL_GRACE_MS).unref());
    onAbort(forced, resolve);
  });
}
