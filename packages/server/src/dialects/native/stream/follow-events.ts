// The log of a session as a stream: raw events, or the frames of POST /reply.
import type { LoggedEvent } from "@parley/hub";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { ServerSentEvent } from "../../../http/event-stream.ts";
import { FieldError } from "../../../operations/input/field-error.ts";
import type { FrameState } from "../../../operations/messages/frame-state.ts";
import { DRAINING_METHOD } from "../../../operations/messages/native-message.ts";
import { toFrames } from "../../../operations/messages/to-frames.ts";
import type { Native } from "../native.ts";
import { followSession, toLines } from "./follow-session.ts";
import { resumeState } from "./resume-state.ts";
import { frameEvent, pushFrames } from "./send-frames.ts";

export async function followEvents(
  { hub, streams }: Native,
  context: Context<ServerEnv>,
  id: string,
  { after: asked, isFrames }: { readonly after: number | undefined; readonly isFrames: boolean },
): Promise<Response> {
  const after = lastEventId(context) ?? asked ?? 0;
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
