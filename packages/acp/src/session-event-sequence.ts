// Numbers the events of one session. The owner of the log holds the sequence.
import { systemClock, type Clock } from "@parley/base";
import { SESSION_EVENT_VERSION, type SessionEvent, type SessionEventBody } from "./session-event.ts";

export interface EventSequence {
  readonly sessionId: string;
  /** Number of the latest event, 0 before the first. */
  readonly lastSeq: number;
  next(body: SessionEventBody): SessionEvent;
}

export interface EventSequenceOptions {
  readonly clock?: Clock;
  /** Continues after this number, for a log that already has events. */
  readonly after?: number;
  /** The log for the events, if others write to it as well, so that no number is used twice. */
  readonly log?: { readonly lastSeq: number };
}

export function createEventSequence(sessionId: string, options: EventSequenceOptions = {}): EventSequence {
  const { clock = systemClock, log, after = log?.lastSeq ?? 0 } = options;
  let lastSeq = after;
  return {
    sessionId,
    get lastSeq() {
      return lastSeq;
    },
    next(body) {
      lastSeq = (log === undefined ? lastSeq : Math.max(lastSeq, log.lastSeq)) + 1;
      // Nearly all events are updates, and a spread behind other fields is slow.
      if (body.type === "update") {
        const { type, update } = body;
        return { v: SESSION_EVENT_VERSION, seq: lastSeq, at: clock.now(), sessionId, type, update };
      }
      return { v: SESSION_EVENT_VERSION, seq: lastSeq, at: clock.now(), sessionId, ...body };
    },
  };
}
