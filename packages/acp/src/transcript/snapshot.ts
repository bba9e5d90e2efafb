// A complete transcript at one point in time, as JSON.
import type { AvailableCommand, Cost, PlanEntry, SessionConfigOption, SessionMode } from "../generated/types.ts";
import type { EventAgent } from "../session-event.ts";
import type { TranscriptItem } from "./items.ts";

export interface TranscriptSnapshot {
  readonly items: readonly TranscriptItem[];
  /** Terminals that the client runs for the agent, and those that the agent runs itself and reports on. */
  readonly terminals: readonly TerminalView[];
  readonly state: TranscriptState;
  readonly trimmed: Trimmed;
}

/** What the limits removed from the beginning of `items`. */
export interface Trimmed {
  readonly items: number;
  readonly chars: number;
  /** The log up to this event contains the missing items; 0 if none are missing. */
  readonly throughSeq: number;
}

export interface TerminalView {
  readonly terminalId: string;
  /** The tool call that first named it or reported on it; null as long as none has. */
  readonly toolCallId: string | null;
  /** As a user would type it; null if unknown. */
  readonly command: string | null;
  readonly cwd: string | null;
  readonly output: string;
  /** How much was cut from the beginning of the output. */
  readonly trimmedBytes: number;
  /** Null while it runs; both fields are null if it is unknown how it ended. */
  readonly exit: TerminalExit | null;
}

export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** The current state of the session; unknown fields are null. */
interface EarlierAgent extends EventAgent {
  /** Number of its last event. */
  readonly untilSeq: number;
}

export interface TranscriptState {
  /** Whether a turn is running. */
  readonly running: boolean;
  readonly agent: (EventAgent & { readonly agentSessionId: string; readonly cwd: string }) | null;
  /** Agents that answered before this one, oldest first; missing if there was no other. */
  readonly earlierAgents?: readonly EarlierAgent[] | undefined;
  readonly title: string | null;
  /** ISO 8601, as the agent sent it. */
  readonly updatedAt: string | null;
  readonly plan: readonly PlanEntry[];
  readonly modeId: string | null;
  readonly modes: readonly SessionMode[];
  readonly configOptions: readonly SessionConfigOption[];
  readonly commands: readonly AvailableCommand[];
  readonly usage: { readonly used: number; readonly size: number } | null;
  /** Of the whole session so far; an update without it does not change it. */
  readonly cost: Cost | null;
}

export const INITIAL_STATE: TranscriptState = {
  running: false,
  agent: null,
  title: null,
  updatedAt: null,
  plan: [],
  modeId: null,
  modes: [],
  configOptions: [],
  commands: [],
  usage: null,
  cost: null,
};

export const NOTHING_TRIMMED: Trimmed = { items: 0, chars: 0, throughSeq: 0 };
