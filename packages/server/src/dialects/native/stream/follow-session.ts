// A session's log as a stream: all events after a number, then new ones, as fast as the reader reads.
import type { Hub, LoggedEvent, Subscription } from "@parley/hub";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import type { OpenStreams } from "./open-streams.ts";

export interface FollowOptions {
  readonly hub: Hub;
  readonly streams: OpenStreams;
  readonly stream: EventStream;
  readonly sessionId: string;
  readonly after: number;
  readonly toEvents: (batch: readonly LoggedEvent[]) => readonly ServerSentEvent[];
  /** The last event of the stream: why it ends and where to resume. */
  readonly toEnd: (reason: string, lastSeq: number) => ServerSentEvent;
}

export async function followSession(options: FollowOptions): Promise<void> {
  const { hub, streams, stream, sessionId, after, toEvents, toEnd } = options;
  let subscription: Subscription | undefined;
  let [lastSeq, hasRoom] = [after, false];
  stream.onDrain(() => {
    // The first events may arrive before the subscription is stored here.
    hasRoom = true;
    subscription?.resume();
  });
  streams.onDraining(stream, () => stream.send(toEnd("draining", lastSeq)));
  const subscriber = {
    events(batch: readonly LoggedEvent[]): boolean {
      lastSeq = batch.at(-1)?.event.seq ?? lastSeq;
      return stream.sendAll(toEvents(batch));
    },
    ended(reason: string): void {
      stream.send(toEnd(reason, lastSeq));
      stream.end();
    },
  };
  subscription = await hub.sessions.subscribe(sessionId, subscriber, { after });
  if (hasRoom) subscription.resume();
  const { signal } = stream;
  if (signal.aborted) subscription.close();
  else signal.addEventListener("abort", () => subscription?.close(), { once: true });
}

const lines = new WeakMap<readonly LoggedEvent[], readonly ServerSentEvent[]>();

/** Sends the stored lines unchanged; the same batch is the same array for all clients. */
export function toLines(batch: readonly LoggedEvent[]): readonly ServerSentEvent[] {
  const known = lines.get(batch);
  if (known !== undefined) return known;
  const events = batch.map(({ event, line }) => ({ data: line, id: event.seq }));
  lines.set(batch, events);
  return events;
}
