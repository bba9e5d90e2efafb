// Whether a session is the only one in a feed, or one of several that the feed merges.
import type { FeedSessionMode } from "./v1-format.ts";

/** By the number of sessions, of one or several agents. */
export function modeOf(sessions: number): FeedSessionMode {
  return sessions > 1 ? "multi_agent" : "single_agent";
}

/** Undefined for any other value. Third-party feeds use `orchestrator` for a session that merges several. */
export function readMode(value: unknown): FeedSessionMode | undefined {
  if (value === "orchestrator") return "multi_agent";
  return value === "single_agent" || value === "multi_agent" ? value : undefined;
}
