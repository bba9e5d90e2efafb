// Reconnects to a server, within limits.
import { ParleyError } from "@parley/base";
import { setTimeout as sleep } from "node:timers/promises";
import { RECONNECT_DELAYS_MS, RECONNECT_MS_MAX } from "../../limits.ts";

/** Retries until the attempt succeeds or `signal` aborts. Rejects with the last error when the time is up. */
export async function reconnect(signal: AbortSignal, attempt: () => Promise<void>): Promise<void> {
  const endAt = performance.now() + RECONNECT_MS_MAX;
  for (let tries = 0; ; tries += 1) {
    const delayMs = RECONNECT_DELAYS_MS[Math.min(tries, RECONNECT_DELAYS_MS.length - 1)] ?? 0;
    try {
      await sleep(delayMs, undefined, { signal });
      return await attempt();
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error) || performance.now() > endAt) throw error;
    }
  }
}

/** Retrying cannot help when the token is wrong. */
function isFinal(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "sign_in_needed";
}
