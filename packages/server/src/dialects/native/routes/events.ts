// The log of a session, as pages or as a stream: raw events, or the frames of POST /reply.
import type { LoggedEvent } from "@parley/hub";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { ServerSentEvent } from "../../../http/event-stream.ts";
import { FieldError } from "../input/field-error.ts";
import { NATIVE_EVENTS_PAGE_DEFAULT } from "../../../limits.ts";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import { eventsQuerySchema, eventsReplySchema } from "../schemas/session.ts";
import { followSession, toLines } from "../stream/follow-session.ts";
import { resumeState } from "../stream/resume-state.ts";
import { frameEvent, pushFrames } from "../stream/send-frames.ts";
import type { FrameState } from "../translate/frame-state.ts";
import { DRAINING_METHOD } from "../translate/native-message.ts";
import { toFrames } from "../translate/to-frames.ts";

const ABOUT_EVENTS = `With \`Accept: text/event-stream\`: a stream of all events after \`after\` (or \`Last-Event-ID\`), followed by new ones, each with its
number as \`id:\`. If the server ends the stream, the event \`end\` gives the reason and where to resume. Any number of clients can follow a session.

Otherwise: a page of events after a number, or the last ones before a number.`;

export function eventRoutes(native: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/events",
        tag: "Events",
        summary: "Read or follow the events of a session",
        description: ABOUT_EVENTS,
        query: eventsQuerySchema,
        reply: { description: "A page or a stream of events.", schema: eventsReplySchema },
        errors: [404, 503],
      },
      async ({ context, query, param }) => {
        const id = param("id");
        const isStream = context.req.header("Accept")?.includes("text/event-stream") === true;
        if (!isStream) return answerPage(native, context, id, query);
        return answerStream(native, context, id, {
          after: lastEventId(context) ?? query.after ?? 0,
          isFrames: query.format === "messages",
        });
      },
    ),
  ];
}

/** Joins the stored lines without parsing them. */
async function answerPage(
  { hub }: Native,
  context: Context<ServerEnv>,
  id: string,
  {
    after,
    before,
    limit = NATIVE_EVENTS_PAGE_DEFAULT,
  }: { after?: number | undefined; before?: number | undefined; limit?: number | undefined },
): Promise<Response> {
  const { lastSeq } = await hub.sessions.get(id);
  const events = await hub.sessions.events(id, { limit, ...(after === undefined ? { before } : { after }) });
  const body = `{"events":[${events.map(({ line }) => line).join(",")}],"last_seq":${lastSeq}}`;
  return context.body(body, 200, { "Content-Type": "application/json" });
}

async function answerStream(
  { hub, streams }: Native,
  context: Context<ServerEnv>,
  id: string,
  { after, isFrames }: { readonly after: number; readonly isFrames: boolean },
): Promise<Response> {
  const session = await hub.sessions.get(id);
  const state = isFrames ? await resumeState(hub, session, after) : undefined;
  const stream = streams.open(context);
  await followSession({
    hub,
    streams,
    stream,
    sessionId: id,
    after,
    toEvents: state === undefined ? toLines : (batch) => toFrameEvents(batch, state),
    toEnd: (reason, lastSeq) => {
      const params = { reason, session_id: id, last_event_id: lastSeq };
      if (isFrames) return frameEvent({ type: "Notification", message: { method: DRAINING_METHOD, params } });
      return { event: "end", data: JSON.stringify(params) };
    },
  });
  return stream.response;
}

function toFrameEvents(batch: readonly LoggedEvent[], state: FrameState): readonly ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  for (const { event } of batch) pushFrames(events, toFrames(event, state), event.seq);
  return events;
}

function lastEventId(context: Context<ServerEnv>): number | undefined {
  const value = context.req.header("Last-Event-ID");
  if (value === undefined || value === "") return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new FieldError("Last-Event-ID", "must be the number of an event");
  return Number(value);
}
