// Feeds a turn's events from the log to a translator, page by page.
import { isAbandoned, isOver, type Hub, type Turn } from "@parley/hub";
import { REST_PAGE_EVENTS } from "../../../limits.ts";
import type { RunTranslator } from "../translate/run-translator.ts";

/** Starts at the translator's position. Yields between two pages, so that the output can be written. */
export async function* feedFromLog(
  hub: Pick<Hub, "sessions">,
  turn: Turn,
  translator: RunTranslator,
): AsyncGenerator<void> {
  const { firstSeq, lastSeq = Number.POSITIVE_INFINITY } = turn;
  if (firstSeq === undefined) return;
  const session = await hub.sessions.get(turn.sessionId);
  for (let after = Math.max(firstSeq - 1, translator.seq); after < lastSeq;) {
    const page = await hub.sessions.events(turn.sessionId, { after, limit: REST_PAGE_EVENTS });
    for (const { event } of page) {
      // While the turn is running its last event is unknown: events after the stop may belong to the next turn.
      if (event.seq > lastSeq || (translator.isStopped && !isOver(turn))) return;
      after = event.seq;
      if (!isAbandoned(session, after)) translator.feed(event);
    }
    if (page.length < REST_PAGE_EVENTS) return;
    yield;
  }
}
