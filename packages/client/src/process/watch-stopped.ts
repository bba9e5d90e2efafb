// Detects that an agent's process was stopped by a signal while it owes an answer.
import type { Timers } from "@parley/base";
import { STOPPED_LOOK_MS, type ClientLimits } from "../limits.ts";

export interface StoppedOptions {
  readonly timers: Timers;
  readonly limits: Pick<ClientLimits, "stoppedMs">;
  /** A signal (SIGSTOP) has suspended the process. */
  readonly isStopped: () => boolean;
  readonly isWaitedFor: () => boolean;
  /** Called once, when it has been stopped for too long. */
  readonly onStopped: (forMs: number) => void;
}

/** Returns a function that stops watching. */
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
