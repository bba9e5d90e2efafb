// For a surface that gets events alone, such as a page that follows a session through the server.
import type { SessionEvent } from "@parley/acp";
import type { Transcript } from "@parley/acp/transcript";
import type { AppliedEvent } from "./chat-view.ts";

/** Applies the events to the transcript that the surface keeps of the session, and returns them with their patches. */
export function applyEvents(transcript: Transcript, events: readonly SessionEvent[]): AppliedEvent[] {
  return events.map((event) => ({ event, patches: transcript.apply(event) }));
}
