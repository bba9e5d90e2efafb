// Reconstructs the state that a stream of frames would have after reading from the beginning, as far as later frames
// need it.
import type { Hub, HubSession } from "@parley/hub";
import { NATIVE_LOOK_BACK_EVENTS, NATIVE_OPEN_MESSAGE_EVENTS_MAX } from "../../../limits.ts";
import { createFrameState, ownMessageId, type FrameState } from "../../../operations/messages/frame-state.ts";
import { toFrames } from "../../../operations/messages/to-frames.ts";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

export async function resumeState(hub: Hub, session: HubSession, after: number): Promise<FrameState> {
  if (after === 0) return createFrameState(NO_USAGE);
  for (let limit = NATIVE_LOOK_BACK_EVENTS; ; limit *= 5) {
    const state = createFrameState();
    const events = await hub.sessions.events(session.id, { before: after + 1, limit });
    for (const { event } of events) toFrames(event, state);
    // A message whose first chunk is the first of the page may have begun before it.
    const first = events[0]?.event.seq ?? 1;
    const isWhole = state.open?.id !== ownMessageId(first) || first === 1;
    if (isWhole || limit >= NATIVE_OPEN_MESSAGE_EVENTS_MAX) return withTotals(state, session, after);
  }
}

/** The current sum, which is right if no event was skipped since. */
function withTotals(state: FrameState, { usage, lastSeq }: HubSession, after: number): FrameState {
  return after < lastSeq ? state : { ...state, tokens: createFrameState(usage).tokens, total: usage };
}
