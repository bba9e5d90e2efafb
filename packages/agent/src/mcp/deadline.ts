// Time limits for the responses of servers.
import { ParleyError } from "@parley/base";

/** A limit for several requests in a row. */
export interface Deadline {
  /** As configured, for messages. */
  readonly limitMs: number;
  leftMs(): number;
}

export function createDeadline(limitMs: number): Deadline {
  const end = performance.now() + limitMs;
  return { limitMs, leftMs: () => Math.max(0, end - performance.now()) };
}

/** Rejects with `request_timeout` when the time is up, and with `request_cancelled` when the signal aborts. The work itself is not stopped. */
export function beforeDeadline<Value>(
  work: Promise<Value>,
  limit: number | Deadline,
  signal: AbortSignal,
): Promise<Value> {
  const deadline = typeof limit === "number" ? createDeadline(limit) : limit;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => finish(() => reject(cancelled()));
    const timer = setTimeout(() => finish(() => reject(late(deadline.limitMs))), deadline.leftMs());
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

function late(ms: number): ParleyError {
  return new ParleyError({ code: "request_timeout", message: `It did not respond within ${toDuration(ms)}` });
}

function cancelled(): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: "It is no longer needed" });
}

function toDuration(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
