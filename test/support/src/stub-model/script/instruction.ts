// What one line of a script asks for.

/** Something that every coding agent has a tool for, by whatever name. */
export type Intent =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "edit"; readonly path: string; readonly oldText: string; readonly newText: string }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "mcp"; readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export type FinishReason = "stop" | "calls" | "length" | "refusal";

export type Instruction =
  | { readonly type: "think"; readonly text: string }
  | { readonly type: "say"; readonly text: string }
  | { readonly type: "echo" }
  | { readonly type: "slow"; readonly count: number; readonly gapMs: number }
  /** `input` as it stands: it need not be JSON, because models get that wrong too. */
  | { readonly type: "call"; readonly tool: string; readonly input: string }
  | { readonly type: "intent"; readonly intent: Intent }
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "status"; readonly status: number; readonly retryAfterS: number; readonly times: number }
  | { readonly type: "finish"; readonly reason: FinishReason }
  | { readonly type: "usage"; readonly inputTokens: number; readonly outputTokens: number }
  /** An error in the middle of the stream. */
  | { readonly type: "fail"; readonly message: string }
  /** The connection is cut. */
  | { readonly type: "drop" };

/** One answer of the model. */
export type Step = readonly Instruction[];
