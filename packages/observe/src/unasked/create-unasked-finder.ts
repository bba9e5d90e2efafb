// Finds effects of an agent that no permission covered, from the observations of a connection.
import { BoundedMap } from "../extract/bounded-map.ts";
import { UNASKED_SESSIONS_MAX } from "../limits.ts";
import { SessionApprovals } from "./session-approvals.ts";
import type { UnaskedFinder } from "./unasked.ts";

export function createUnaskedFinder(): UnaskedFinder {
  const sessions = new BoundedMap<string, SessionApprovals>(UNASKED_SESSIONS_MAX);
  const find = (sessionId: string): SessionApprovals => {
    const known = sessions.touch(sessionId);
    if (known !== undefined) return known;
    const session = new SessionApprovals(sessionId);
    sessions.set(sessionId, session);
    return session;
  };
  return {
    add: (observation) => (observation.sessionId === undefined ? [] : find(observation.sessionId).add(observation)),
    reportChanges: (sessionId, changes, atMs) => find(sessionId).reportChanges(changes, atMs),
  };
}
