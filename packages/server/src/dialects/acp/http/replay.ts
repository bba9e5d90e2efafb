// Sends a returning reader what it missed: events from the log, and the messages between them, in order.
import type { Hub, LoggedEvent } from "@parley/hub";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import { ACP_REPLAY_PAGE_EVENTS } from "../../../limits.ts";
import type { Frame } from "../wire.ts";
import type { Missed } from "./out-stream.ts";
import { formatPosition } from "./position.ts";

export interface ReplayOptions {
  readonly hub: Hub;
  readonly sessionId: string;
  readonly reader: EventStream;
  /** The frames of these events that this client gets. */
  readonly again: (events: readonly LoggedEvent[]) => readonly Frame[];
}

/** Ends early if the reader disconnects again. */
export async function replay({ after, upTo, messages }: Missed, options: ReplayOptions): Promise<void> {
  const { hub, sessionId, reader, again } = options;
  let cursor = after.seq;
  let rest = messages;
  while (cursor < upTo.seq && !reader.signal.aborted) {
    const limit = Math.min(ACP_REPLAY_PAGE_EVENTS, upTo.seq - cursor);
    const page = await hub.sessions.events(sessionId, { after: cursor, limit });
    const pageEnd = page[page.length - 1]?.event.seq ?? upTo.seq;
    const events: ServerSentEvent[] = [];
    for (const frame of again(page.filter(({ event }) => event.seq <= upTo.seq))) {
      rest = moveBefore(frame.seq, rest, events);
      events.push(frame.isLast ? { data: frame.text, id: frame.seq } : { data: frame.text });
    }
    cursor = pageEnd;
    if (!reader.sendAll(events)) await drained(reader);
  }
  reader.sendAll(rest.map(toEvent));
}

/** Messages that came before this event go first. */
function moveBefore(seq: number, messages: Missed["messages"], events: ServerSentEvent[]): Missed["messages"] {
  const next = messages.findIndex(({ position }) => position.seq >= seq);
  const count = next === -1 ? messages.length : next;
  events.push(...messages.slice(0, count).map(toEvent));
  return messages.slice(count);
}

function toEvent({ position, data }: Missed["messages"][number]): ServerSentEvent {
  return { data, id: formatPosition(position) };
}

function drained(reader: EventStream): Promise<void> {
  return new Promise((resolve) => {
    if (reader.signal.aborted) resolve();
    reader.signal.addEventListener("abort", () => resolve(), { once: true });
    reader.onDrain(resolve);
  });
}
