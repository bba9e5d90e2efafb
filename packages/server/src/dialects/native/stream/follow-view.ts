// Streams the live view of a session: the full view, then changes. A reader that falls behind gets the full view again.
import type { SessionView, SessionViewChange, Viewer } from "@parley/hub";
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import type { Native } from "../native.ts";

export async function followView({ hub, streams, log }: Native, stream: EventStream, sessionId: string): Promise<void> {
  let [isBehind, isMissing, isCatchingUp] = [false, false, false];
  const end = (reason: string): void => {
    stream.send({ event: "end", data: JSON.stringify({ reason, session_id: sessionId }) });
    stream.end();
  };
  const failed = (cause: unknown): void => {
    log.write("warn", "The live view of a session ended early", { sessionId, cause });
    end("failed");
  };
  const viewer: Viewer = {
    view(message) {
      if (isBehind) isMissing = true;
      else isBehind = !stream.send(toEvent(message));
    },
    ended: end,
  };
  const catchUp = async (): Promise<void> => {
    isCatchingUp = true;
    const view = await hub.views.snapshot(sessionId);
    // What changed until now is in it.
    [isBehind, isMissing, isCatchingUp] = [!stream.send(toEvent(view)), false, false];
  };
  stream.onDrain(() => {
    if (isCatchingUp) return;
    if (isMissing) catchUp().catch(failed);
    else isBehind = false;
  });
  streams.onDraining(stream, () => end("draining"));
  try {
    const leave = await hub.views.subscribe(sessionId, viewer);
    if (stream.signal.aborted) leave();
    else stream.signal.addEventListener("abort", leave, { once: true });
  } catch (cause) {
    failed(cause);
  }
}

function toEvent(message: SessionView | SessionViewChange): ServerSentEvent {
  return { event: message.type, id: message.seq, data: JSON.stringify(message) };
}
