// Turns the events of a session's log into observations, by converting them back to messages.
import type { SessionEvent } from "@parley/acp";
import type { Direction } from "../frames/frame.ts";
import { createExtractor } from "./create-extractor.ts";
import type { Observation } from "./observation.ts";

/** Takes the events of one session, in order. */
export interface EventExtractor {
  /** Events that are not messages to or from the agent are skipped. */
  add(event: SessionEvent): readonly Observation[];
}

export function createEventExtractor(): EventExtractor {
  return new LogReader();
}

class LogReader implements EventExtractor {
  readonly #extractor = createExtractor();
  #seq = 0;
  #promptId = 0;

  add(event: SessionEvent): readonly Observation[] {
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
    if (type === "permission_asked") {
      const { interactionId: id, toolCall, options } = event;
      const params = { sessionId, toolCall, options };
      return this.#see(event, "to_client", { id, method: "session/request_permission", params });
    }
    if (type === "permission_answered") {
      const { interactionId: id, outcome } = event;
      return this.#see(event, "to_agent", { id, result: { outcome } });
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
