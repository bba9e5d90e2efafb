// The port to a model: one request, one stream of events. A failure is an event, never a throw.
import type { Message, ProviderData } from "./message.ts";

export const THINKING_LEVELS = ["off", "low", "medium", "high"] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  /** Instructions, as stable as can be: providers that cache do so from the beginning. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly thinking: ThinkingLevel;
  readonly outputTokensMax?: number | undefined;
}

export interface ModelUsage {
  /** All of the input, what came from a cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly thoughtTokens?: number | undefined;
}

export type FinishReason = "stop" | "tool_calls" | "max_tokens" | "refusal" | "other";

type ModelFailureKind =
  | "auth_required"
  | "model_unknown"
  | "rate_limited"
  | "overloaded"
  | "context_overflow"
  | "connection"
  | "bad_response"
  | "refused"
  | "failed";

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** One sentence for a person. */
  readonly message: string;
  /** What a person can do about it. */
  readonly remedy?: string | undefined;
  /** Variables of which one has to be set, when something to sign in with is missing. */
  readonly variables?: readonly string[] | undefined;
  /** Models there are, when the one that was asked for is not. */
  readonly models?: readonly string[] | undefined;
  readonly status?: number | undefined;
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** Of the text that came before it, once it is complete. */
  | { readonly type: "text_end"; readonly provider?: ProviderData | undefined }
  | { readonly type: "thought"; readonly text: string }
  | { readonly type: "thought_end"; readonly provider?: ProviderData | undefined }
  /** The model has begun to write a call; what it is about is not known yet. */
  | { readonly type: "tool_call_begun"; readonly callId: string; readonly name: string }
  | {
      readonly type: "tool_call";
      readonly callId: string;
      readonly name: string;
      /** Parsed if it was JSON, else the text. */
      readonly input: unknown;
      readonly provider?: ProviderData | undefined;
    }
  /** It failed, and is tried again after a wait. What came of this attempt so far was nothing. */
  | { readonly type: "retry"; readonly attempt: number; readonly delayMs: number; readonly failure: ModelFailure }
  /** The last event, unless it failed or was aborted. */
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: ModelUsage }
  /** The last event. What came before it stands. */
  | { readonly type: "failure"; readonly failure: ModelFailure };

/** In US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

export interface ModelInfo {
  /** `provider/model`. */
  readonly id: string;
  readonly name: string;
  readonly contextTokens: number;
  readonly outputTokensMax?: number | undefined;
  readonly takesImages: boolean;
  readonly thinks: boolean;
  readonly price?: ModelPrice | undefined;
  /** Needs nothing and knows nothing: the script. */
  readonly isOffline?: boolean | undefined;
}

export interface Model {
  readonly info: ModelInfo;
  /** Ends at once, without a further event, when the signal aborts. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
