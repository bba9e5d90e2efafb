// The server's status, for the page.
import type { Clock } from "@parley/base";
import { isOver, TURN_STATES, type Hub } from "@parley/hub";
import type { Streams } from "../http/streams.ts";
import { STATUS_OPEN_TURNS_MAX } from "../limits.ts";

export interface StatusOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly startedAtMs: number;
  readonly sessionsMax: number;
  readonly streams: Pick<Streams, "count" | "deliveredCount">;
  readonly notice?: (() => Promise<string | undefined>) | undefined;
}

export interface ServerStatus {
  readonly state: "running" | "draining";
  readonly nowMs: number;
  readonly startedAtMs: number;
  readonly streams: number;
  readonly events: number;
  readonly agents: readonly StatusAgent[];
  /** The most recent ones. */
  readonly sessions: readonly StatusSession[];
  readonly hasMoreSessions: boolean;
  /** Turns that are not over, up to a limit. */
  readonly openTurns: number;
  readonly questions: number;
  /** For example that no model is configured. */
  readonly notice?: string | undefined;
}

interface StatusAgent {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly slot?: string | undefined;
  readonly isAvailable: boolean;
  readonly isEnabled: boolean;
  /** Why it is not available, or else what it does. */
  readonly text: string;
  readonly turns: number;
}

interface StatusSession {
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  readonly cwd: string;
  readonly state: string;
  readonly turns: number;
  readonly updatedAtMs: number;
}

const OPEN = TURN_STATES.filter((state) => !isOver({ state }));

export async function readStatus(options: StatusOptions): Promise<ServerStatus> {
  const { hub, clock, startedAtMs, sessionsMax, streams, notice } = options;
  const [agents, page, open, questions, said] = await Promise.all([
    hub.agents.list({ includeDisabled: true }),
    hub.sessions.list({ limit: sessionsMax }),
    hub.turns.list({ states: OPEN, limit: STATUS_OPEN_TURNS_MAX }),
    hub.interactions.list({ state: "pending" }),
    notice?.(),
  ]);
  return {
    state: hub.isDraining ? "draining" : "running",
    nowMs: clock.now(),
    startedAtMs,
    streams: streams.count,
    events: streams.deliveredCount,
    agents: agents.map((agent) => ({
      name: agent.name,
      title: agent.title,
      kind: agent.kind,
      slot: agent.slot,
      isAvailable: agent.availability.isAvailable,
      isEnabled: agent.isEnabled,
      text: agent.availability.message ?? agent.description,
      turns: agent.statistics.turns,
    })),
    sessions: page.sessions.map(({ id, title, agent, cwd, state, turns, updatedAtMs }) => ({
      id,
      title,
      agent,
      cwd,
      state,
      turns,
      updatedAtMs,
    })),
    hasMoreSessions: page.nextCursor !== undefined,
    openTurns: open.turns.length,
    questions: questions.length,
    ...(said !== undefined && { notice: said }),
  };
}
