// Waiting that can be given up.
import { setTimeout as delay } from "node:timers/promises";

/** Ends early, without a throw, when the signal aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
