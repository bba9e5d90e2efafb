// What a turn needs on its way from the queue to its end: the parts of the hub it uses, and what is its own.
import type { Clock, Log } from "@parley/base";
import type { Agents } from "../api/agents.ts";
import type { GivenAnswers } from "../interactions/given-answers.ts";
import type { Interaction } from "../api/interactions.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { AutoAgent } from "../auto/auto-agent.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubStore, TurnOutcome } from "../api/store.ts";
import type { Beginning } from "./create-turns.ts";
import type { TurnTable } from "./turn-table.ts";
import type { Turn } from "../api/turns.ts";

export interface PlayOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly links: LinkSessions;
  readonly agents: Agents;
  readonly given: GivenAnswers;
  readonly auto: AutoAgent;
  readonly noteOutcome: (outcome: TurnOutcome) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Play {
  readonly turn: Turn;
  readonly beginning: Beginning;
  readonly signal: AbortSignal;
  /** The question of the turn that nobody answered in time. */
  readonly expired: () => Interaction | undefined;
  readonly table: TurnTable;
  /** How long an agent may take to end a cancelled turn. */
  readonly forceMs: number;
  /** Called before anybody hears that it is over: whoever does may begin the next one. */
  readonly onOver: () => void;
}
