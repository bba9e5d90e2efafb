// How a turn ended, where there is something to say about it.
import type { StopItem } from "@parley/acp/transcript";
import { describeStop, formatDuration } from "@parley/chat-model";
import { Note } from "./Note.tsx";

/** A turn that took longer says so. */
const LONG_TURN_MS = 10_000;

export function StopNote({ item, ms }: { readonly item: StopItem; readonly ms: number | undefined }) {
  const text = describeStop(item);
  if (text !== undefined) return <Note severity={item.error === null ? "warning" : "error"} text={text} />;
  if (ms === undefined || ms < LONG_TURN_MS) return null;
  return <Note severity="info" text={`Took ${formatDuration(ms)}`} />;
}
