// Writes events into a log, as a session does.
import { createEventSequence, formatSessionEvent, type SessionEvent, type SessionEventBody } from "@parley/acp";
import type { Clock } from "@parley/base";
import type { ReadSession, SessionLog } from "../session-store.ts";

export interface Recorder {
  readonly events: SessionEvent[];
  readonly add: (...bodies: readonly SessionEventBody[]) => void;
}

/** What was added is flushed at once. */
export function recordInto(log: SessionLog, clock: Clock = { now: () => 1_000 }): Recorder {
  const sequence = createEventSequence(log.sessionId, { clock, after: log.lastSeq });
  const events: SessionEvent[] = [];
  return {
    events,
    add(...bodies) {
      for (const body of bodies) {
        const event = sequence.next(body);
        events.push(event);
        log.append(event, formatSessionEvent(event));
      }
      log.flush();
    },
  };
}

export function promptOf(text: string): SessionEventBody {
  return { type: "prompt", prompt: [{ type: "text", text }] };
}

export function chunkOf(text: string, messageId?: string): SessionEventBody {
  const content = { type: "text" as const, text };
  return { type: "update", update: { sessionUpdate: "agent_message_chunk", content, ...(messageId && { messageId }) } };
}

export const STOP: SessionEventBody = { type: "stop", stopReason: "end_turn" };

export async function eventsOf({ events }: Pick<ReadSession, "events">): Promise<SessionEvent[]> {
  const all: SessionEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
