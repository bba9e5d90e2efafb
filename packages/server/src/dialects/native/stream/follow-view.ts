// Streams the live view of a session: the full view, then changes. A reader that falls behind gets the full view again.
import type { SessionView, SessionViewChange, Viewer } from "@parley/hub";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import type { Native } from "../native.ts";

export async function followView(
  { hub, streams, log }: Native,
  context: Context<ServerEnv>,
  sessionId: string,
): Promise<Response> {
  let stream: EventStream | undefined;
  const early: (SessionView | SessionViewChange)[] = [];
  let [isBehind, isMissing, isCatchingUp] = [false, false, false];
  const end = (reason: string): void => {
    stream?.send({ event: "end", data: JSON.stringify({ reason, session_id: sessionId }) });
    stream?.end();
  };
  const failed = (cause: unknown): void => {
    log.write("info", "The live view of a session ended early", { sessionId, cause });
    end("failed");
  };
  const send = (message: SessionView | SessionViewChange): boolean => stream?.send(toEvent(message)) ?? false;
  const viewer: Viewer = {
    view(message) {
      if (stream === undefined) early.push(message);
      else if (isBehind) isMissing = true;
      else isBehind = !send(message);
    },
    ended: end,
  };
  const catchUp = async (): Promise<void> => {
    isCatchingUp = true;
    const view = await hub.views.snapshot(sessionId);
    // It includes all changes so far.
    [isBehind, isMissing, isCatchingUp] = [!send(view), false, false];
  };
  // Invalid requests are answered with a status, before the stream is opened.
  const leave = await hub.views.subscribe(sessionId, viewer);
  try {
    stream = streams.open(context);
  } catch (error) {
    leave();
    throw error;
  }
  stream.onDrain(() => {
    if (isCatchingUp) return;
    if (isMissing) catchUp().catch(failed);
    else isBehind = false;
  });
  streams.onDraining(stream, () => end("draining"));
  if (stream.signal.aborted) leave();
  else stream.signal.addEventListener("abort", leave, { once: true });
  for (const message of early) isBehind = !send(message);
  return stream.response;
}

function toEvent(message: SessionView | SessionViewChange): ServerSentEvent {
  return { event: message.type, id: message.seq, data: JSON.stringify(message) };
}
