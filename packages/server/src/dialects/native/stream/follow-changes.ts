// Streams all changes. A reader that falls behind reads the changes that the hub keeps, or starts over.
import { ParleyError } from "@parley/base";
import type { ChangesReader, HubEvent } from "@parley/hub";
import type { ServerEvent } from "@parley/contract";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { ServerSentEvent } from "../../../http/event-stream.ts";
import { toResetEvent, toServerEvent } from "../../../operations/events/translate.ts";
import { FieldError } from "../../../operations/input/field-error.ts";
import type { Native } from "../native.ts";

export function followChanges(native: Native, context: Context<ServerEnv>, asked: string | undefined): Response {
  const { hub, streams } = native;
  const after = findPlace(native, context, asked);
  const stream = streams.open(context);
  let last: string | undefined = after;
  const end = (reason: string): void => {
    stream.send({ event: "end", data: JSON.stringify({ reason, last_event_id: last }) });
    stream.end();
  };
  const reader: ChangesReader = {
    events(batch) {
      last = batch.at(-1)?.id;
      return stream.sendAll(toEvents(batch));
    },
    reset(reset) {
      last = reset.id;
      return stream.send(toSent(toResetEvent(reset)));
    },
    ended: () => end("closed"),
  };
  const subscription = hub.changes.subscribe(reader, { after });
  stream.onDrain(() => subscription.resume());
  streams.onDraining(stream, () => end("draining"));
  if (stream.signal.aborted) subscription.close();
  else stream.signal.addEventListener("abort", () => subscription.close(), { once: true });
  return stream.response;
}

/**
 * The header takes precedence, because a reconnecting browser sends it to its original URL. An invalid position is
 * answered with a status.
 */
function findPlace({ hub }: Native, context: Context<ServerEnv>, asked: string | undefined): string | undefined {
  const header = context.req.header("Last-Event-ID");
  if (header === undefined || header === "") {
    hub.changes.check(asked);
    return asked;
  }
  try {
    hub.changes.check(header);
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "bad_input") throw error;
    throw new FieldError("Last-Event-ID", "must be the id of an event of this stream");
  }
  return header;
}

const batches = new WeakMap<readonly HubEvent[], readonly ServerSentEvent[]>();

/** Readers that keep up get the same batch, which is built once. */
function toEvents(batch: readonly HubEvent[]): readonly ServerSentEvent[] {
  const known = batches.get(batch);
  if (known !== undefined) return known;
  const events = batch.map((event) => toSent(toServerEvent(event)));
  batches.set(batch, events);
  return events;
}

function toSent(event: ServerEvent): ServerSentEvent {
  return { event: event.type, id: event.id, data: JSON.stringify(event) };
}
