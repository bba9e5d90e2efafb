// What is watched: a feed, and which of its sessions.
import type { MirroredSession } from "@parley/observe";
import type { FeedAddress, FeedToken } from "@parley/observe/feed";

export type SessionMatcher = (session: Pick<MirroredSession, "agentId" | "sessionId">) => boolean;

export interface WatchTarget {
  readonly address: FeedAddress;
  /** As a person writes it. */
  readonly name: string;
  readonly token: FeedToken | undefined;
  readonly matches: SessionMatcher;
  /** As it was given. */
  readonly session: string | undefined;
}

/** By the id of a session, the beginning of it, or the name of its agent. */
export function toMatcher(session: string | undefined): SessionMatcher {
  if (session === undefined) return () => true;
  return ({ agentId, sessionId }) => agentId === session || sessionId.startsWith(session);
}
