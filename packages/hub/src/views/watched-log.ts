// Watches a session of a remote agent by the events of its log, because it has no connection to this process.
import type { SessionEvent } from "@parley/acp";
import { createExtractor, type Direction, type Observation } from "@parley/observe";
import type { SessionLog } from "@parley/home/session-log";

/** Errors of `tell` do not reach the writer; they go to `failed`. */
export interface LogWatcher {
  tell(observations: readonly Observation[], atMs: number): void;
  failed(cause: unknown): void;
}

export function watchLog(log: SessionLog, watcher: LogWatcher): SessionLog {
  const reader = new EventReader();
  return {
    sessionId: log.sessionId,
    get lastSeq() {
      return log.lastSeq;
    },
    append(event, line) {
      log.append(event, line);
      try {
        watcher.tell(reader.read(event), event.at);
      } catch (cause) {
        watcher.failed(cause);
      }
    },
    flush: () => log.flush(),
    sync: () => log.sync(),
    close: () => log.close(),
  };
}

/** Turns events into the messages that they would be on the wire. */
class EventReader {
  readonly #extractor = createExtractor();
  #seq = 0;
  #promptId = 0;

  /** Events that are not messages of the agent or to it are ignored. */
  read(event: SessionEvent): readonly Observation[] {
    const { sessionId, seq, type } = event;
    if (type === "prompt") {
      this.#promptId = seq;
      const params = { sessionId, prompt: event.prompt };
      return this.#see(event, "to_agent", { id: seq, method: "session/prompt", params });
    }
    if (type === "update") {
      const params = { sessionId, update: event.update };
      return this.#see(event, "to_client", { method: "session/update", params });
    }
    if (type !== "stop") return [];
    const { stopReason, error } = event;
    const answer = error === undefined ? { result: { stopReason } } : { error };
    return this.#see(event, "to_client", { id: this.#promptId, ...answer });
  }

  #see({ at }: SessionEvent, direction: Direction, message: object): readonly Observation[] {
    this.#seq += 1;
    return this.#extractor.add({ seq: this.#seq, atMs: at, direction, byteLength: 0, text: undefined, message });
  }
}
