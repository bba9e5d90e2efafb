// A fork begins with a copy of its parent's log: deleting one must not affect the other.
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { isObject } from "@parley/base";
import type { SessionLog, SessionStore } from "./session-store.ts";

/** Events written at once. */
const BATCH = 256;

/** `onEvent` gets each event as it is in the copy. `upTo`: the last one of the original that is copied. */
export async function copyLog(
  store: Pick<SessionStore, "read">,
  from: string,
  to: SessionLog,
  onEvent: (event: SessionEvent) => void,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { events } = await store.read(from);
  let count = 0;
  for await (const event of events) {
    if (event.seq > upTo) break;
    count += 1;
    const copy = renumber(event, count, to.sessionId);
    to.append(copy, formatSessionEvent(copy));
    onEvent(copy);
    if (count % BATCH === 0) to.flush();
  }
  to.flush();
}

/** Events of a later version are kept completely in `raw`, including their position. */
function renumber(event: SessionEvent, seq: number, sessionId: string): SessionEvent {
  // A copy is another session: the name stays with the original.
  if (event.type === "note") return { ...event, name: undefined, seq, sessionId };
  if (event.type !== "unknown" || !isObject(event.raw)) return { ...event, seq, sessionId };
  return { ...event, seq, sessionId, raw: { ...event.raw, seq, sessionId } };
}
