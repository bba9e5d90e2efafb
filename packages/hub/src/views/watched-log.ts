// Watches a session of a remote agent by the events of its log, because it has no connection to this process.
import { createEventExtractor, type Observation } from "@parley/observe";
import type { SessionLog } from "@parley/home/session-log";

/** Errors of `tell` do not reach the writer; they go to `failed`. */
export interface LogWatcher {
  tell(observations: readonly Observation[], atMs: number): void;
  failed(cause: unknown): void;
}

export function watchLog(log: SessionLog, watcher: LogWatcher): SessionLog {
  const extractor = createEventExtractor();
  return {
    sessionId: log.sessionId,
    get lastSeq() {
      return log.lastSeq;
    },
    append(event, line) {
      log.append(event, line);
      try {
        watcher.tell(extractor.add(event), event.at);
      } catch (cause) {
        watcher.failed(cause);
      }
    },
    flush: () => log.flush(),
    sync: () => log.sync(),
    close: () => log.close(),
  };
}
