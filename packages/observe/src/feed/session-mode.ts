// Whether a session has a feed to itself, or is one of several that the feed merges.
import type { FeedSessionMode } from "./v1-format.ts";

/** By how many sessions there are, of one agent or of several. */
export function modeOf(sessions: number): FeedSessionMode {
  return sessions > 1 ? "multi_agent" : "single_agent";
}

/** Undefined for any other value. Feeds of other makes call a session that merges several `orchestrator`. */
export function readMode(value: unknown): FeedSessionMode | undefined {
  if (value === "orchestrator") return "multi_agent";
  return value === "single_agent" || value === "multi_agent" ? value : undefined;
}
