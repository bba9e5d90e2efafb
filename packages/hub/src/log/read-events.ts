// Pages of a log out of the store.
import { parseSessionEventLine } from "@parley/acp";
import type { HubStore } from "../api/store.ts";
import { PAGE_EVENTS, PAGE_EVENTS_MAX } from "../limits.ts";
import type { EventPage, LoggedEvent } from "../api/log.ts";

export async function readEvents(
  store: Pick<HubStore, "readEvents">,
  sessionId: string,
  { after, before, limit = PAGE_EVENTS }: EventPage,
): Promise<readonly LoggedEvent[]> {
  const count = Math.max(1, Math.min(limit, PAGE_EVENTS_MAX));
  const page =
    after === undefined && before !== undefined ? { before, limit: count } : { after: after ?? 0, limit: count };
  return toLogged(await store.readEvents(sessionId, page), page.after ?? 0);
}

/** Skips unreadable lines, and lines with the number of an earlier event, which would lead readers back. */
export function toLogged(lines: readonly string[], after: number): readonly LoggedEvent[] {
  let last = after;
  return lines.flatMap((line) => {
    const event = parseSessionEventLine(line);
    if (!event.ok || event.value.seq <= last) return [];
    last = event.value.seq;
    return [{ event: event.value, line }];
  });
}

/** Everything after an event, page by page. */
export async function* readAll(
  store: Pick<HubStore, "readEvents">,
  sessionId: string,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { readonly after?: number; readonly upTo?: number } = {},
): AsyncGenerator<LoggedEvent, void, undefined> {
  for (let at = after; ;) {
    const page = await readEvents(store, sessionId, { after: at, limit: PAGE_EVENTS });
    for (const logged of page) {
      if (logged.event.seq > upTo) return;
      yield logged;
      at = logged.event.seq;
    }
    if (page.length === 0) return;
  }
}
