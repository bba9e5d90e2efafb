// How `parley sessions` prints a session: its short id, and JSON in a stable format.
import type { SessionInfo } from "@parley/home/session-log";
import { toIso } from "../../output/time.ts";

/** The part of the id that contains the time, to the millisecond. */
const SHORT_ID_CHARS = 13;

export interface SessionJson {
  readonly id: string;
  readonly title: string;
  readonly name?: string | undefined;
  readonly agent: string;
  readonly agentSessionId?: string | undefined;
  readonly cwd: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly turns: number;
  readonly forkedFrom?: string | undefined;
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_CHARS);
}

export function toSessionJson(info: SessionInfo): SessionJson {
  const { id, title, name, agent, agentSessionId, cwd, createdAtMs, updatedAtMs, turns, forkedFrom } = info;
  const times = { createdAt: toIso(createdAtMs), updatedAt: toIso(updatedAtMs) };
  return { id, title, name, agent: agent.name, agentSessionId, cwd, ...times, turns, forkedFrom };
}
