// Sessions of agents that nobody has used for long are closed, and processes that have none left end: the next turn brings them back.
import type { Clock, Log } from "@parley/base";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { AgentPool } from "../links/agent-pool.ts";
import { LINK_IDLE_MS, LINK_LOOK_MS, LINKS_MAX } from "./limits.ts";
import type { LiveSession } from "./live-session.ts";
import type { LiveSessions } from "./live-sessions.ts";

export interface IdleLinksOptions {
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly pool: AgentPool;
  /** A session that was not used this long is idle. */
  readonly idleMs?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns how to stop. */
export function watchIdleLinks(options: IdleLinksOptions): () => void {
  const { live, links, pool, idleMs = LINK_IDLE_MS, clock, log } = options;
  const close = async (session: LiveSession): Promise<void> => {
    try {
      await links.close(session);
    } catch (cause) {
      log.write("warn", "A session of an agent could not be closed", { sessionId: session.id, cause });
    }
  };
  const look = async (): Promise<void> => {
    const idle = findIdle(live.all, clock.now() - idleMs, (id) => pool.isRetired(id));
    await Promise.all(idle.map(close));
    pool.endIdle(Math.min(idleMs, LINK_LOOK_MS));
  };
  const timer = setInterval(() => void look(), Math.min(LINK_LOOK_MS, idleMs));
  timer.unref();
  return () => clearInterval(timer);
}

/** Those that are idle for long or in a process that hangs, and the longest idle ones of too many. */
function findIdle(
  sessions: Iterable<LiveSession>,
  usedBeforeMs: number,
  isRetired: (sessionId: string) => boolean,
): readonly LiveSession[] {
  const linked = [...sessions].filter(({ link, busy }) => link !== undefined && busy === 0);
  linked.sort((one, other) => one.usedAtMs - other.usedAtMs);
  const tooMany = Math.max(0, linked.length - LINKS_MAX);
  return linked.filter(({ id, usedAtMs }, index) => index < tooMany || usedAtMs <= usedBeforeMs || isRetired(id));
}
