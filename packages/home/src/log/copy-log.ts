// A fork begins with what its parent's log has: deleting one must not take from the other.
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { isObject } from "@parley/base";
import type { SessionLog, SessionStore } from "./session-store.ts";

/** Events handed to the system in one go. */
const BATCH = 256;

/** Each event is shown to `onEvent` as it stands in the copy. */
export async function copyLog(
  store: Pick<SessionStore, "read">,
  from: string,
  to: SessionLog,
  onEvent: (event: SessionEvent) => void,
): Promise<void> {
  const { events } = await store.read(from);
  let count = 0;
  for await (const event of events) {
    count += 1;
    const copy = renumber(event, count, to.sessionId);
    to.append(copy, formatSessionEvent(copy));
    onEvent(copy);
    if (count % BATCH === 0) to.flush();
  }
  to.flush();
}

/** What a later version wrote is kept whole in `raw`, and has its place there too. */
function renumber(event: SessionEvent, seq: number, sessionId: string): SessionEvent {
  // A copy is another session: the name stays with the first one.
  if (event.type === "note") return { ...event, name: undefined, seq, sessionId };
  if (event.type !== "unknown" || !isObject(event.raw)) return { ...event, seq, sessionId };
  return { ...event, seq, sessionId, raw: { ...event.raw, seq, sessionId } };
}
