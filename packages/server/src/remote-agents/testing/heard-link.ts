// A link to a remote agent whose log tests can read and wait for.
import type { ContentBlock, SessionEvent } from "@parley/acp";
import { systemClock } from "@parley/base";
import type { SessionLog } from "@parley/home/session-log";
import { openRemoteLink, type OpenRemoteLinkOptions } from "../open-remote-link.ts";

export interface Heard extends SessionLog {
  readonly events: readonly SessionEvent[];
  /** Resolves with the first matching event. */
  until(fits: (event: SessionEvent) => boolean): Promise<SessionEvent>;
}

function createLog(): Heard {
  const events: SessionEvent[] = [];
  const waiting = new Set<() => void>();
  return {
    sessionId: "s",
    events,
    get lastSeq() {
      return events.length;
    },
    append: (event) => {
      events.push(event);
      for (const look of waiting) look();
    },
    flush: () => undefined,
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

export async function openLink(url: string, more: Partial<OpenRemoteLinkOptions> = {}) {
  const log = createLog();
  const link = await openRemoteLink({ url, log, clock: systemClock, ...more });
  return { link, log };
}

export const words = (text: string): ContentBlock[] => [{ type: "text", text }];

export function said(events: readonly SessionEvent[], kind: "agent_message_chunk" | "agent_thought_chunk"): string {
  return events
    .map((event) => {
      if (event.type !== "update" || event.update.sessionUpdate !== kind) return "";
      return event.update.content.type === "text" ? event.update.content.text : "";
    })
    .join("");
}
