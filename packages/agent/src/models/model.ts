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
  /** Instructions, as stable as possible, because providers cache prefixes. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly thinking: ThinkingLevel;
  readonly outputTokensMax?: number | undefined;
}

export interface ModelUsage {
  /** All input, including cached tokens. */
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
  /** One sentence for the user. */
  readonly message: string;
  /** What the user can do about it. */
  readonly remedy?: string | undefined;
  /** Variables of which one must be set, if credentials are missing. */
  readonly variables?: readonly string[] | undefined;
  /** Available models, if the requested one was not found. */
  readonly models?: readonly string[] | undefined;
  readonly status?: number | undefined;
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** The text before it is complete. */
  | { readonly type: "text_end"; readonly provider?: ProviderData | undefined }
  | { readonly type: "thought"; readonly text: string }
  | { readonly type: "thought_end"; readonly provider?: ProviderData | undefined }
  /** The model has started a call whose input is not known yet. */
  | { readonly type: "tool_call_begun"; readonly callId: string; readonly name: string }
  | {
      readonly type: "tool_call";
      readonly callId: string;
      readonly name: string;
      /** Parsed JSON, or the raw text if it is not JSON. */
      readonly input: unknown;
      readonly provider?: ProviderData | undefined;
    }
  /** The attempt failed before any output, and will be retried after a delay. */
  | { readonly type: "retry"; readonly attempt: number; readonly delayMs: number; readonly failure: ModelFailure }
  /** The last event, unless it failed or was aborted. */
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: ModelUsage }
  /** The last event. Earlier events stay valid. */
  | { readonly type: "failure"; readonly failure: ModelFailure };

/** In US dollars per million tokens. */
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
  /** The offline demo. */
  readonly isOffline?: boolean | undefined;
}

export interface Model {
  readonly info: ModelInfo;
  /** Ends at once, without a further event, when the signal aborts. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
