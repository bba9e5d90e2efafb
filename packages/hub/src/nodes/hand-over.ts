// A server that shuts down hands its sessions to the others: those without a running turn at once, the others when
// their turns end.
import type { Log } from "@parley/base";
import type { StoreNodes } from "../api/nodes.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubTurns } from "../turns/create-turns.ts";
import { HAND_OVER_CHECK_MS } from "../node-limits.ts";

export interface HandOverOptions {
  readonly nodes: StoreNodes;
  readonly live: LiveSessions;
  readonly links: Pick<LinkSessions, "close">;
  readonly turns: Pick<HubTurns, "runningIn">;
  readonly log: Log;
}

/**
 * From now on this server claims no session. Resolves when the first ones are released; returns a function that stops
 * it.
 */
export async function handOver(options: HandOverOptions): Promise<() => Promise<void>> {
  const { nodes, live, turns, log } = options;
  await nodes
    .drain(nodes.id)
    .catch((cause: unknown) => log.write("warn", "Could not announce the shutdown", { cause }));
  const check = async (): Promise<void> => {
    const free = [...live.all].filter(({ id }) => nodes.isOurs(id) && turns.runningIn(id) === undefined);
    await Promise.all(free.map((session) => release(session, options)));
  };
  await check();
  let checking: Promise<void> | undefined;
  const timer = setInterval(() => {
    checking ??= check().finally(() => (checking = undefined));
  }, HAND_OVER_CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}

/** Its agent ends first: the next owner opens the agent's session again. Queued turns are in the store. */
async function release(session: LiveSession, { nodes, links, log }: HandOverOptions): Promise<void> {
  try {
    await links.close(session);
    await session.save();
    await nodes.release(session.id);
  } catch (cause) {
    log.write("warn", "Could not hand over a session", { sessionId: session.id, cause });
  }
}
