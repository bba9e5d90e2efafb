// Releases what idle sessions hold: first the agent's session, later the session itself. The next request brings both back.
import type { Clock, Log } from "@parley/base";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { AgentPool } from "../links/agent-pool.ts";
import { IDLE_CHECK_MS, IDLE_LINKS_MAX, LINK_IDLE_MS, LINKS_MAX, SESSION_IDLE_MS } from "../limits.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";

export interface ReleaseIdleOptions {
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly pool: AgentPool;
  /** How long an agent's session is kept though it is not used. */
  readonly idleMs?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Checks every minute. Returns how to stop. */
export function releaseIdle(options: ReleaseIdleOptions): () => void {
  const { live, links, pool, idleMs = LINK_IDLE_MS, clock, log } = options;
  const close = async (session: LiveSession): Promise<void> => {
    try {
      await links.close(session);
    } catch (cause) {
      log.write("warn", "Could not close an agent's session", { sessionId: session.id, cause });
    }
  };
  const check = async (): Promise<void> => {
    const now = clock.now();
    const idle = findIdleLinks(live.all, {
      unusedSinceMs: now - idleMs,
      spareSinceMs: now - Math.min(idleMs, IDLE_CHECK_MS),
      isRetired: (id) => pool.isRetired(id),
      canResume: (id) => pool.canResume(id),
    });
    await Promise.all(idle.map(close));
    pool.endIdle(Math.min(idleMs, IDLE_CHECK_MS));
    live.unloadIdle(Math.min(idleMs, SESSION_IDLE_MS));
  };
  const timer = setInterval(() => void check(), Math.min(IDLE_CHECK_MS, idleMs));
  timer.unref();
  return () => clearInterval(timer);
}

export interface IdleLinkFacts {
  /** Links that were not used since then are closed. */
  readonly unusedSinceMs: number;
  /** Links that were not used since then are closed if there are many of them and nothing is lost. */
  readonly spareSinceMs: number;
  /** Its process hangs. */
  readonly isRetired: (sessionId: string) => boolean;
  /** Its agent continues the session without a replay. */
  readonly canResume: (sessionId: string) => boolean;
}

/** The links to close, the least recently used first. */
export function findIdleLinks(sessions: Iterable<LiveSession>, facts: IdleLinkFacts): readonly LiveSession[] {
  const { unusedSinceMs, spareSinceMs, isRetired, canResume } = facts;
  const linked = [...sessions].filter(({ link, busy }) => link !== undefined && busy === 0);
  linked.sort((one, other) => one.usedAtMs - other.usedAtMs);
  const isSpare = ({ id, channel, hasTerminals }: LiveSession): boolean =>
    channel.size === 0 && !hasTerminals && canResume(id);
  const spare = linked.filter(isSpare);
  const surplus = new Set([
    ...linked.slice(0, Math.max(0, linked.length - LINKS_MAX)),
    ...spare.slice(0, Math.max(0, spare.length - IDLE_LINKS_MAX)).filter(({ usedAtMs }) => usedAtMs <= spareSinceMs),
  ]);
  return linked.filter((session) => surplus.has(session) || session.usedAtMs <= unusedSinceMs || isRetired(session.id));
}
