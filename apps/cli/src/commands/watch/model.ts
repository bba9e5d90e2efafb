// What the watch screen draws: the current state of the feed and the user's view settings.
import type { MirroredSession } from "@parley/observe";
import type { FeedReaderState } from "@parley/observe/feed";
import type { WatchView } from "./view.ts";

export interface WatchModel {
  /** The address of the feed for display. */
  readonly address: string;
  readonly link: FeedReaderState;
  readonly sessions: readonly MirroredSession[];
  readonly view: WatchView;
  readonly nowMs: number;
}

/** Agents may have the same name; the end of the session's id then distinguishes them. */
export function nameOf(session: MirroredSession, sessions: readonly MirroredSession[]): string {
  const isClear = sessions.filter(({ agentId }) => agentId === session.agentId).length === 1;
  return isClear ? session.agentId : `${session.agentId}:${session.sessionId.slice(-4)}`;
}

export function countOfCalls({ toolCounts }: MirroredSession): number {
  return Object.values(toolCounts).reduce((sum, count) => sum + count, 0);
}
