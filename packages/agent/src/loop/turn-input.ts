// What a turn needs from its session: ports only.
import type { Clock, Log } from "@parley/base";
import type { ToolCallPart, ToolResult, UserMessage } from "../models/message.ts";
import type { Model, ThinkingLevel, ToolSpec } from "../models/model.ts";
import type { Tool } from "../tools/tool.ts";
import type { Conversation } from "./conversation.ts";
import type { LoopEvent } from "./loop-event.ts";
import type { TurnBudget } from "./turn-budget.ts";

export interface TurnInput {
  readonly conversation: Conversation;
  /** What begins the turn; the loop appends it, unless the turn is continued. */
  readonly prompt: UserMessage;
  /** Calls of the last step that an interruption kept from doing anything: the turn continues with them. */
  readonly unbegunCalls?: readonly string[] | undefined;
  /** Asked before every request, so that a changed setting holds from the next step on. */
  readonly step: () => Promise<StepSetup> | StepSetup;
  readonly calls: CallRunner;
  readonly steering: Steering;
  /** Autopilot: what to go on with when the model thinks it is done; undefined if it is. */
  readonly goOn?: (() => UserMessage | undefined) | undefined;
  /** Awaited now and then while a model streams: whoever writes the updates can hold it back. */
  readonly pause?: (() => Promise<void>) | undefined;
  readonly limits?: Partial<TurnLimits> | undefined;
  /** Shared with the sub-agents of the turn. */
  readonly budget?: TurnBudget | undefined;
  /** Ids that calls have had, one set for a session and its sub-agents: a client knows a call by it. Those of the conversation are added. */
  readonly callIds?: Set<string> | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly clock?: Clock | undefined;
}

/** One request to a model, as the session's settings are now. */
export interface StepSetup {
  readonly model: Model;
  readonly system: string;
  readonly tools: ToolSet;
  readonly thinking: ThinkingLevel;
  readonly outputTokensMax?: number | undefined;
}

/** What the model is told of, and what it can call. */
export interface ToolSet {
  readonly specs: readonly ToolSpec[];
  readonly tools: ReadonlyMap<string, Tool>;
}

/** What a person said while the turn runs. What is not taken when it ends is still there for the next one. */
export interface Steering {
  readonly size: number;
  take(): readonly UserMessage[];
}

export interface TurnLimits {
  readonly steps: number;
  readonly tokens: number;
  readonly ms: number;
  readonly continuations: number;
  readonly repeatedSteps: number;
  readonly failingSteps: number;
  /** Of the model's window: compaction begins above it. */
  readonly compactionFraction: number;
}

export type Emit = (event: LoopEvent) => void;

export interface CallSetup {
  readonly tools: ReadonlyMap<string, Tool>;
  /** What the model gets to read of the result, at most. */
  readonly resultCharsMax: number;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  /** The client knows the calls already. */
  readonly isAnnounced?: boolean | undefined;
}

export interface CallRunner {
  /** Finds, checks and prepares; nothing is done or told yet. Never rejects, and settles when the signal aborts. */
  prepare(call: ToolCallPart, setup: CallSetup): Promise<ReadyCall>;
}

export interface ReadyCall {
  /** `edits` change files; `after_edits` may need what those before them in the same answer do; all else may run at any time. */
  readonly order: "edits" | "after_edits" | "any";
  /** Emits `call_announced`, or `call_progress` if it was announced before. To be called once, before `run`. */
  announce(): void;
  /** Emits `call_ended`, once, whatever happens. Never rejects, and settles when the signal aborts.
   * `hasWaited`: files were changed since it was prepared, so that what made no sense then may make sense now. */
  run(hasWaited?: boolean): Promise<CallEnd>;
}

export interface CallEnd {
  readonly result: ToolResult;
  /** The person dismissed the question together with the turn. */
  readonly isCancelled: boolean;
}
