// Runs a turn for another server, whose client only waits for the outcome: that server needs neither notices nor the store for it.
import { within } from "@parley/base";
import { isOver, type NewTurn, type Turn, type TurnAndEvents, type Turns } from "../api/turns.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { toLogged } from "../log/read-events.ts";
import { PEER_RUN_MS_MAX } from "../node-limits.ts";

/** The reply: as few bytes as the log. */
export interface PeerOutcome {
  readonly turn: Turn;
  readonly lines?: readonly string[] | undefined;
}

export interface RunForPeerOptions {
  readonly turns: Pick<Turns, "start" | "get" | "settled">;
  readonly live: Pick<LiveSessions, "find">;
  readonly waitMs?: number | undefined;
}

/** The lines of a turn that is over, if they are still in memory. A turn that takes long is followed by the caller. */
export async function runForPeer(options: RunForPeerOptions, wanted: NewTurn): Promise<PeerOutcome> {
  const { turns, live, waitMs = PEER_RUN_MS_MAX } = options;
  const { id, sessionId } = await turns.start(wanted);
  const turn = (await within(turns.settled(id), waitMs)) ?? (await turns.get(id));
  const { firstSeq, lastSeq } = turn;
  if (!isOver(turn) || firstSeq === undefined || lastSeq === undefined) return { turn };
  const lines = live.find(sessionId)?.channel.recent(firstSeq, lastSeq);
  return { turn, ...(lines && { lines: lines.map(({ line }) => line) }) };
}

export function toOutcome({ turn, lines }: PeerOutcome): TurnAndEvents {
  return { turn, ...(lines && { events: toLogged(lines, (turn.firstSeq ?? 1) - 1) }) };
}
