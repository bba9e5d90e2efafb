// Prunes old data at every start and once a day.
import type { Clock, Log } from "@parley/base";
import type { HubStore } from "./api/store.ts";

export interface Retention {
  /** Turns and questions that ended longer ago are deleted; their events stay in the session. */
  readonly endedMs?: number | undefined;
  /** Beyond this many sessions, the least recently used are deleted (default: no limit). */
  readonly sessionsMax?: number | undefined;
}

export interface RetentionOptions extends Retention {
  readonly store: Pick<HubStore, "prune">;
  readonly onDeleted: (sessionId: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const DAY_MS = 24 * 60 * 60_000;
/** Long enough for a client that asks for a run or a task by its id later. */
const ENDED_MS_DEFAULT: number = 90 * DAY_MS;

/** Returns how to stop. */
export function keepWithinRetention(options: RetentionOptions): () => void {
  const { store, onDeleted, clock, log, endedMs, sessionsMax } = options;
  let isStopped = false;
  const prune = async (): Promise<void> => {
    const endedBeforeMs = clock.now() - (endedMs ?? ENDED_MS_DEFAULT);
    try {
      const { sessions } = await store.prune({ endedBeforeMs, sessionsMax });
      for (const id of sessions) onDeleted(id);
      if (sessions.length > 0)
        log.write("info", "Sessions beyond the limit were deleted", { sessions: sessions.length });
    } catch (cause) {
      // A store that was closed in the meantime is not a failure.
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
