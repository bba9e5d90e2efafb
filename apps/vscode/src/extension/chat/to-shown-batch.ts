// What of a batch goes to a view: the patches, and of each event its type and time. The rest of an event is in its patches
// already, and would cross three process borders as text.
import type { AppliedEvent } from "@parley/chat-model";

export function toShownBatch(batch: readonly AppliedEvent[]): readonly AppliedEvent[] {
  return batch.map(({ event, patches }) => ({ event: toShownEvent(event), patches }));
}

/** The only fields of an event that a view of a session reads. */
function toShownEvent({ type, at }: AppliedEvent["event"]): AppliedEvent["event"] {
  return { type, at } as unknown as AppliedEvent["event"];
}
