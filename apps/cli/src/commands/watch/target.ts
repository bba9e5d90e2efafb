// What to watch: a feed, and which of its sessions.
import type { MirroredSession } from "@parley/observe";
import type { FeedAddress, FeedToken } from "@parley/observe/feed";

export type SessionMatcher = (session: Pick<MirroredSession, "agentId" | "sessionId">) => boolean;

export interface WatchTarget {
  readonly address: FeedAddress;
  /** The address for display. */
  readonly name: string;
  readonly token: FeedToken | undefined;
  readonly matches: SessionMatcher;
  /** The session or agent as the user typed it. */
  readonly session: string | undefined;
}

/** Matches a session by its id, a prefix of the id, or the name of its agent. */
export function toMatcher(session: string | undefined): SessionMatcher {
  if (session === undefined) return () => true;
  return ({ agentId, sessionId }) => agentId === session || sessionId.startsWith(session);
}
