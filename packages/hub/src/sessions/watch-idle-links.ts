// Sessions of agents that nobody has used for long are closed: the next turn takes them up again.
import type { Clock, Log } from "@parley/base";
import type { LinkSessions } from "../links/link-sessions.ts";
import { LINK_IDLE_MS, LINK_LOOK_MS, LINKS_MAX } from "./limits.ts";
import type { LiveSession } from "./live-session.ts";
import type { LiveSessions } from "./live-sessions.ts";

export interface IdleLinksOptions {
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns how to stop. */
export function watchIdleLinks({ live, links, clock, log }: IdleLinksOptions): () => void {
  const look = (): void => {
    for (const session of findIdle(live.all, clock.now())) {
      links.close(session).catch((cause: unknown) => {
        log.write("warn", "A session of an agent could not be closed", { sessionId: session.id, cause });
      });
    }
  };
  const timer = setInterval(look, LINK_LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Those that are idle for long, and the longest idle ones of too many. */
function findIdle(sessions: Iterable<LiveSession>, nowMs: number): readonly LiveSession[] {
  const linked = [...sessions].filter(({ link, busy }) => link !== undefined && busy === 0);
  linked.sort((one, other) => one.usedAtMs - other.usedAtMs);
  const tooMany = Math.max(0, linked.length - LINKS_MAX);
  return linked.filter(({ usedAtMs }, index) => index < tooMany || nowMs - usedAtMs >= LINK_IDLE_MS);
}
