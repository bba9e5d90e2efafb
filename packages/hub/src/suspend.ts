// Before a shutdown: turns waiting for an answer are left to the next process. The counterpart of recover.ts.
import type { HubInteractions } from "./interactions/create-interactions.ts";
import type { LiveSessions } from "./live/live-sessions.ts";
import type { HubTurns } from "./turns/create-turns.ts";

export interface SuspendOptions {
  readonly live: LiveSessions;
  readonly turns: HubTurns;
  readonly interactions: HubInteractions;
}

/** Their agents end with this process; their last events are not recorded. */
export function suspendWaiting({ live, turns, interactions }: SuspendOptions): void {
  for (const { sessionId } of turns.leaveWaiting()) {
    const session = live.find(sessionId);
    if (session === undefined) continue;
    session.isFrozen = true;
    for (const id of session.awaiting) interactions.leaveOpen(id);
  }
}
