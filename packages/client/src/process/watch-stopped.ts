// Notices that the process of an agent was stopped by a signal while an answer of it is due.
import type { Timers } from "@parley/base";
import { STOPPED_LOOK_MS, type ClientLimits } from "../limits.ts";

export interface StoppedOptions {
  readonly timers: Timers;
  readonly limits: Pick<ClientLimits, "stoppedMs">;
  /** The process does nothing until somebody continues it. */
  readonly isStopped: () => boolean;
  readonly isWaitedFor: () => boolean;
  /** It has been stopped for too long. Called once. */
  readonly onStopped: (forMs: number) => void;
}

/** Returns how to stop watching. */
export function watchStopped(options: StoppedOptions): () => void {
  const { timers, limits, isStopped, isWaitedFor, onStopped } = options;
  const everyMs = Math.min(STOPPED_LOOK_MS, limits.stoppedMs);
  let sinceMs: number | undefined;
  const look = (): void => {
    if (!isWaitedFor() || !isStopped()) sinceMs = undefined;
    else sinceMs ??= timers.now();
    const forMs = sinceMs === undefined ? 0 : timers.now() - sinceMs;
    if (sinceMs !== undefined && forMs >= limits.stoppedMs) onStopped(forMs);
    else stop = timers.after(everyMs, look);
  };
  let stop = timers.after(everyMs, look);
  return () => stop();
}
