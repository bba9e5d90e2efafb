// Everything needed to run a turn: the shared parts of the hub, and the data of one turn.
import type { ContentBlock } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { SessionAgents } from "../links/session-agents.ts";
import type { RecoveredAnswers } from "../interactions/recovered-answers.ts";
import type { Interaction } from "../api/interactions.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { AutoAgent } from "../auto/auto-agent.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubStore, TurnOutcome } from "../api/store.ts";
import type { OpenQuestions } from "./open-questions.ts";
import type { TurnTable } from "./turn-table.ts";
import type { Turn } from "../api/turns.ts";

export interface TurnRunnerOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly links: LinkSessions;
  readonly agents: SessionAgents;
  readonly recovered: RecoveredAnswers;
  readonly auto: AutoAgent;
  readonly noteOutcome: (outcome: TurnOutcome) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a turn starts with: a prompt, or questions of an earlier process whose answers it continues with. */
export type TurnStart =
  | { readonly prompt: readonly ContentBlock[]; readonly questions?: undefined }
  | { readonly questions: OpenQuestions; readonly prompt?: undefined };

export interface TurnRun {
  readonly turn: Turn;
  readonly start: TurnStart;
  readonly signal: AbortSignal;
  /** The question of the turn that was not answered in time. */
  readonly expired: () => Interaction | undefined;
  readonly table: Pick<TurnTable, "find" | "change">;
  /** How long an agent may take to end a cancelled turn. */
  readonly forceMs: number;
  /** Called before the end is reported, so that a listener may start the next turn. */
  readonly onOver: () => void;
}
