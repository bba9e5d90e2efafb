// What runs right now, for the page.
import type { Clock } from "@parley/base";
import { isOver, TURN_STATES, type Hub } from "@parley/hub";
import type { Streams } from "../http/streams.ts";

export interface StatusOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly startedAtMs: number;
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
  /** The latest ones. */
  readonly sessions: readonly StatusSession[];
  readonly hasMoreSessions: boolean;
  /** Turns that are not over, up to a limit. */
  readonly openTurns: number;
  readonly questions: number;
  /** What whoever looks should know: that no model is configured. */
  readonly notice?: string | undefined;
}

interface StatusAgent {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly slot?: string | undefined;
  readonly isAvailable: boolean;
  readonly isEnabled: boolean;
  /** What is to be known about it: why it is not available, else what it does. */
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

const SESSIONS_SHOWN = 12;
const OPEN_TURNS_COUNTED = 100;
const OPEN = TURN_STATES.filter((state) => !isOver({ state }));

export async function readStatus({ hub, clock, startedAtMs, streams, notice }: StatusOptions): Promise<ServerStatus> {
  const [agents, page, open, questions, said] = await Promise.all([
    hub.agents.list({ includeDisabled: true }),
    hub.sessions.list({ limit: SESSIONS_SHOWN }),
    hub.turns.list({ states: OPEN, limit: OPEN_TURNS_COUNTED }),
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
