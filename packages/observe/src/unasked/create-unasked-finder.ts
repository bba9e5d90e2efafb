// "Acted without asking": tells, from what is observed of a connection, which effects no permission covered.
import { BoundedMap } from "../extract/bounded-map.ts";
import { SESSIONS_MAX } from "./limits.ts";
import { SessionAsks } from "./session-asks.ts";
import type { UnaskedFinder } from "./unasked.ts";

export function createUnaskedFinder(): UnaskedFinder {
  const sessions = new BoundedMap<string, SessionAsks>(SESSIONS_MAX);
  const find = (sessionId: string): SessionAsks => {
    const known = sessions.touch(sessionId);
    if (known !== undefined) return known;
    const session = new SessionAsks(sessionId);
    sessions.set(sessionId, session);
    return session;
  };
  return {
    add: (observation) => (observation.sessionId === undefined ? [] : find(observation.sessionId).add(observation)),
    reportChanges: (sessionId, changes, atMs) => find(sessionId).reportChanges(changes, atMs),
  };
}
