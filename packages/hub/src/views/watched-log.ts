// Watches a session whose agent is on no wire of ours, a remote one: by what is written to its log.
import type { SessionEvent } from "@parley/acp";
import { createExtractor, type Direction, type Observation } from "@parley/observe";
import type { SessionLog } from "@parley/home/session-log";

/** `tell` never throws into the writer: what goes wrong there is told to `failed`. */
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

/** Events as the messages that they would have been. */
class EventReader {
  readonly #extractor = createExtractor();
  #seq = 0;
  #promptId = 0;

  /** What is not said to or by the agent is nothing to be seen. */
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
