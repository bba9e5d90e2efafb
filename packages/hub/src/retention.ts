// Takes away what nobody needs any more: once a start, and once a day.
import type { Clock, Log } from "@parley/base";
import type { HubStore } from "./api/store.ts";

export interface Retention {
  /** Turns and questions that ended longer ago are forgotten; their events stay with the session. */
  readonly endedMs?: number | undefined;
  /** More sessions than this, and the longest unused ones are deleted. No limit unless given. */
  readonly sessionsMax?: number | undefined;
}

export interface RetentionOptions extends Retention {
  readonly store: Pick<HubStore, "prune">;
  readonly clock: Clock;
  readonly log: Log;
}

const DAY_MS = 24 * 60 * 60_000;
/** Long enough for whoever comes back to a run or a task by its id. */
const ENDED_MS_DEFAULT: number = 90 * DAY_MS;

/** Returns how to stop. */
export function keepWithinRetention({ store, clock, log, endedMs, sessionsMax }: RetentionOptions): () => void {
  let isStopped = false;
  const prune = async (): Promise<void> => {
    const endedBeforeMs = clock.now() - (endedMs ?? ENDED_MS_DEFAULT);
    try {
      const { sessions } = await store.prune({ endedBeforeMs, sessionsMax });
      if (sessions > 0) log.write("info", "Sessions beyond the limit were deleted", { sessions });
    } catch (cause) {
      // A store that was closed meanwhile is no failure: there is a next start.
      if (!isStopped) log.write("error", "Could not clean up old data", { cause });
    }
  };
  void prune();
  const timer = setInterval(() => void prune(), DAY_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
