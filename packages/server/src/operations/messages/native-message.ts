// The types of the native API: messages with parts, and the frames of its streams.
import type { NativeMessage } from "@parley/contract";

export type { NativeContent, NativeMessage } from "@parley/contract";

/** Tokens of the latest turn, and of all turns if known. */
export interface TokenState {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly accumulatedInputTokens?: number | undefined;
  readonly accumulatedOutputTokens?: number | undefined;
  readonly accumulatedTotalTokens?: number | undefined;
}

interface NativeTask {
  readonly task_id: string;
  readonly depends_on: readonly string[];
  readonly agent_name: string;
  readonly description: string;
  readonly mode_slug?: string | undefined;
  readonly mode_name?: string | undefined;
  readonly confidence?: number | undefined;
  readonly reasoning?: string | undefined;
  readonly tool_groups?: readonly string[] | undefined;
}

/** `at`: milliseconds since the epoch. `acp`: data of the event that this API cannot express. */
interface FrameBase {
  readonly at?: number | undefined;
  readonly acp?: unknown;
  /** In the frames that begin and end a stream. */
  readonly session_id?: string | undefined;
  readonly turn_id?: string | undefined;
}

export type NativeFrame = FrameBase &
  (
    | { readonly type: "Message"; readonly message: NativeMessage; readonly token_state: TokenState }
    | { readonly type: "Error"; readonly error: string; readonly code?: number | string | undefined }
    | { readonly type: "Finish"; readonly reason: string; readonly token_state: TokenState }
    | {
        readonly type: "Notification";
        readonly request_id?: string | undefined;
        readonly message: { readonly method: string; readonly params: unknown };
      }
    | { readonly type: "UpdateConversation"; readonly conversation: readonly NativeMessage[] }
    | { readonly type: "ModelChange"; readonly model: string; readonly mode: string }
    | {
        readonly type: "RoutingDecision";
        readonly agent_name: string;
        readonly mode_slug: string;
        readonly confidence: number;
        readonly reasoning: string;
      }
    | { readonly type: "ToolAvailabilityChange"; readonly previous_count: number; readonly current_count: number }
    | {
        readonly type: "PlanProposal";
        readonly is_compound: boolean;
        readonly tasks: readonly NativeTask[];
        readonly clarifying_questions?: readonly string[] | undefined;
      }
  );

export type FrameOf<Type extends NativeFrame["type"]> = Extract<NativeFrame, { type: Type }>;

export const VISIBLE: NativeMessage["metadata"] = { userVisible: true, agentVisible: true };
export const NO_TOKENS: TokenState = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

/** An event without a type in this API is passed on completely, under this method. */
export const EVENT_METHOD = "parley/event";
export const TASK_METHOD = "parley/task";
export const DRAINING_METHOD = "parley/draining";
