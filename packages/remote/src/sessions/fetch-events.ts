// Fetches pages of a session's log, for events that a subscription skipped.
import { parseSessionEvent, type SessionEvent } from "@parley/acp";
import { isObject } from "@parley/base";
import type { Peer } from "@parley/rpc";
import { GAP_PAGE_EVENTS, REQUEST_MS } from "../limits.ts";

/** The events between two positions (exclusive), as far as the log has them. */
export async function* fetchEvents(
  peer: Peer,
  sessionId: string,
  after: number,
  before: number,
): AsyncGenerator<SessionEvent, void, undefined> {
  for (let at = after; at < before - 1;) {
    const limit = Math.min(GAP_PAGE_EVENTS, before - 1 - at);
    const params = { sessionId, after: at, limit };
    const page = readPage(await peer.request("_parley/session/events", params, { timeoutMs: REQUEST_MS }));
    for (const event of page) {
      if (event.seq >= before) return;
      if (event.seq > at) yield event;
      at = Math.max(at, event.seq);
    }
    if (page.length === 0) return;
  }
}

function readPage(reply: unknown): SessionEvent[] {
  const events = isObject(reply) ? reply["events"] : undefined;
  if (!Array.isArray(events)) return [];
  return events.flatMap((value: unknown) => {
    const parsed = parseSessionEvent(value);
    return parsed.ok ? [parsed.value] : [];
  });
}
