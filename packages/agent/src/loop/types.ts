// The input and output of a turn: the ports of its session, and a closed list of events.
import type { ToolCallContent, ToolCallLocation, ToolKind } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { Message, ProviderData, ToolCallPart, ToolResult, UserMessage } from "../models/message.ts";
import type { FinishReason, Model, ModelFailure, ModelUsage, ThinkingLevel } from "../models/model.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import type { Tool } from "../tools/tool.ts";
import type { Conversation } from "./conversation.ts";
import type { TurnBudget } from "./turn-limits.ts";

export interface TurnInput {
  readonly conversation: Conversation;
  /** The user's message; the loop appends it, unless it resumes an interrupted turn. */
  readonly prompt: UserMessage;
  /** Calls of the last step that were interrupted before they started: a resumed turn runs them first. */
  readonly unstartedCalls?: readonly string[] | undefined;
  /** Called before every request, so that a changed setting applies from the next step on. */
  readonly step: () => Promise<StepSetup> | StepSetup;
  readonly calls: CallRunner;
  readonly steering: Steering;
  /** Autopilot: the message to continue with when the model stops; undefined ends the turn. */
  readonly continuation?: (() => UserMessage | undefined) | undefined;
  /** Awaited regularly while a model streams, so that the client can apply back-pressure. */
  readonly pause?: (() => Promise<void>) | undefined;
  readonly limits?: Partial<TurnLimits> | undefined;
  /** Shared with the sub-agents of the turn. */
  readonly budget?: TurnBudget | undefined;
  /** Ids already used by calls, shared by a session and its sub-agents. The loop adds those of the conversation. */
  readonly callIds?: Set<string> | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly clock?: Clock | undefined;
}

/** One request to a model, with the session's current settings. */
export interface StepSetup {
  readonly model: Model;
  readonly system: string;
  readonly tools: ToolSet;
  readonly thinking: ThinkingLevel;
  readonly outputTokensMax?: number | undefined;
}

/** Messages that the user sent while the turn was running. Those not taken by its end are left for the next turn. */
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
  /** Share of the model's context window above which the conversation is compacted. */
  readonly compactionFraction: number;
}

export type Emit = (event: LoopEvent) => void;

export interface CallSetup {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Maximum length of the result that the model gets. */
  readonly resultCharsMax: number;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  /** The client already knows the calls. */
  readonly isAnnounced?: boolean | undefined;
}

export interface CallRunner {
  /** Finds the tool, checks the input and prepares the call without any effect. Never rejects; settles when the signal aborts. */
  prepare(call: ToolCallPart, setup: CallSetup): Promise<ReadyCall>;
}

export interface ReadyCall {
  /** `edits` change files; `after_edits` wait for the edits before them in the same answer; the rest run at any time. */
  readonly order: "edits" | "after_edits" | "any";
  /** Emits `call_announced`, or `call_progress` if the client already knows the call. Called once, before `run`. */
  announce(): void;
  /**
   * Emits `call_ended` exactly once. Never rejects, and settles when the signal aborts. `hasWaited`: files have changed since
   * the call was prepared, so a preparation that failed is worth another try.
   */
  run(hasWaited?: boolean): Promise<CallResult>;
}

export interface CallResult {
  readonly result: ToolResult;
  /** The user dismissed the question about the call together with the turn. */
  readonly cancelsTurn: boolean;
}

/** The fields of a tool call that a client shows. */
export interface ShownCall {
  readonly title?: string | undefined;
  readonly kind?: ToolKind | undefined;
  readonly content?: readonly ToolCallContent[] | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
}

export type LoopEvent =
  /** Another request to the model; counted from 1. */
  | { readonly type: "step"; readonly number: number }
  | { readonly type: "text"; readonly messageId: string; readonly text: string }
  /** The part is complete. Emitted again if the provider adds its own data later. */
  | { readonly type: "text_end"; readonly messageId: string; readonly provider?: ProviderData | undefined }
  | { readonly type: "thought"; readonly messageId: string; readonly text: string }
  | { readonly type: "thought_end"; readonly messageId: string; readonly provider?: ProviderData | undefined }
  /** The first event of a call: what the model requested, before any permission was asked. */
  | {
      readonly type: "call_announced";
      readonly callId: string;
      readonly name: string;
      readonly input: unknown;
      readonly provider?: ProviderData | undefined;
      readonly shown: ShownCall;
    }
  | { readonly type: "call_started"; readonly callId: string }
  | { readonly type: "call_progress"; readonly callId: string; readonly shown: ShownCall }
  | {
      readonly type: "call_ended";
      readonly callId: string;
      readonly result: ToolResult;
      readonly shown: ShownCall;
    }
  /** The model's answer to one request is complete. */
  | { readonly type: "step_ended"; readonly reason: FinishReason; readonly usage: ModelUsage }
  /** The user sent a message while the turn was running; it is now part of the conversation. */
  | { readonly type: "steered"; readonly message: Message }
  /** Autopilot continues with this message. */
  | { readonly type: "continued"; readonly message: Message }
  | { readonly type: "compaction_started"; readonly reason: "automatic" | "asked" }
  | { readonly type: "compaction_text"; readonly text: string }
  | {
      readonly type: "compacted";
      readonly summary: string;
      readonly messages: readonly Message[];
      readonly droppedMessages: number;
      /** Of the request for the summary. */
      readonly usage?: ModelUsage | undefined;
    }
  | { readonly type: "compaction_failed"; readonly message: string }
  | { readonly type: "notice"; readonly severity: "info" | "warning" | "error"; readonly text: string }
  /** The model failed permanently, which ends the turn. */
  | { readonly type: "failure"; readonly failure: ModelFailure };

export type TurnEnd =
  | {
      readonly stopReason: "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled";
      readonly usage: ModelUsage;
    }
  | { readonly failure: ModelFailure; readonly usage: ModelUsage };
