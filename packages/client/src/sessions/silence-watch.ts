// Raises a signal when nothing has happened for a while, and again after the same time.
import type { Timers } from "@parley/base";

export interface SilenceOptions {
  readonly timers: Timers;
  readonly everyMs: number;
  /** When something last happened, by the timers. */
  readonly since: () => number;
  /** The agent is waiting for us. */
  readonly isExcused: () => boolean;
  readonly raise: (forMs: number) => void;
}

/** Returns a function that stops watching. Activity costs nothing: it is only checked when the time is up. */
export function watchSilence({ timers, everyMs, since, isExcused, raise }: SilenceOptions): () => void {
  let raised = 0;
  let stop = timers.after(everyMs, look);
  function look(): void {
    const forMs = timers.now() - since();
    let waitMs = everyMs;
    if (isExcused() || forMs < raised * everyMs) raised = 0;
    const dueMs = (raised + 1) * everyMs;
    if (!isExcused() && forMs >= dueMs) {
      raised += 1;
      raise(forMs);
    } else if (!isExcused()) waitMs = dueMs - forMs;
    stop = timers.after(waitMs, look);
  }
  return () => stop();
}
