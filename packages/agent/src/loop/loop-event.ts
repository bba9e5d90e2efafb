// What happens in a turn, as the loop tells it: a closed list. Whoever listens turns it into updates, logs, or nothing.
import type { ToolCallContent, ToolCallLocation, ToolKind } from "@parley/acp";
import type { Message, ProviderData, ToolResult } from "../models/message.ts";
import type { FinishReason, ModelFailure, ModelUsage } from "../models/model.ts";

/** The fields of a tool call that a client shows. */
export interface ShownCall {
  readonly title?: string | undefined;
  readonly kind?: ToolKind | undefined;
  readonly content?: readonly ToolCallContent[] | undefined;
  readonly locations?: readonly ToolCallLocation[] | undefined;
}

export type LoopEvent =
  /** Another request to the model; from 1. */
  | { readonly type: "step"; readonly number: number }
  | { readonly type: "text"; readonly messageId: string; readonly text: string }
  /** The part is complete. Once more if its provider has something to say of it later. */
  | { readonly type: "text_end"; readonly messageId: string; readonly provider?: ProviderData | undefined }
  | { readonly type: "thought"; readonly messageId: string; readonly text: string }
  | { readonly type: "thought_end"; readonly messageId: string; readonly provider?: ProviderData | undefined }
  /** The first word of a call: what the model wants, before anybody was asked. */
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
  /** A person said something while the turn ran; it is in the conversation from now on. */
  | { readonly type: "steered"; readonly message: Message }
  /** Autopilot goes on by itself, with this. */
  | { readonly type: "continued"; readonly message: Message }
  | { readonly type: "compaction_started"; readonly reason: "automatic" | "asked" }
  | { readonly type: "compaction_text"; readonly text: string }
  | {
      readonly type: "compacted";
      readonly summary: string;
      readonly messages: readonly Message[];
      readonly droppedMessages: number;
      /** Of the summary. */
      readonly usage?: ModelUsage | undefined;
    }
  | { readonly type: "compaction_failed"; readonly message: string }
  | { readonly type: "notice"; readonly severity: "info" | "warning" | "error"; readonly text: string }
  /** The model failed for good; the turn ends with it. */
  | { readonly type: "failure"; readonly failure: ModelFailure };

export type TurnEnd =
  | {
      readonly stopReason: "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled";
      readonly usage: ModelUsage;
    }
  | { readonly failure: ModelFailure; readonly usage: ModelUsage };
