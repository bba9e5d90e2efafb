// For a surface that gets events alone, such as a page that follows a session through the server.
import type { SessionEvent } from "@parley/acp";
import type { Transcript } from "@parley/acp/transcript";
import type { AppliedEvent } from "./chat-view.ts";
import { joinChunks } from "./join-chunks.ts";

/**
 * Applies the events to the transcript that the surface keeps of the session, and returns them with their patches. Chunks of one
 * message that came together are applied as one.
 */
export function applyEvents(transcript: Transcript, events: readonly SessionEvent[]): AppliedEvent[] {
  return joinChunks(events).map((event) => ({ event, patches: transcript.apply(event) }));
}
