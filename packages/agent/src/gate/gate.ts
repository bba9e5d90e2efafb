// Nothing that a tool does goes past the gate: policy first, then a hook's word, then a person at the client.
import type { ToolCallUpdate } from "@parley/acp";
import type { HookAnswer } from "@parley/policy";
import type { Subject } from "@parley/home/judge";

export interface GateRequest {
  /** Everything the call touches; allowed only if all of it is. */
  readonly subjects: readonly Subject[];
  /** As it was announced to the client: a question is about this call. */
  readonly toolCall: ToolCallUpdate;
  /** What a hook said of it. */
  readonly hook?: HookAnswer | undefined;
  /** It runs outside the sandbox: a person is asked each time, and nothing of the answer is kept. */
  readonly leavesSandbox?: boolean | undefined;
}

export type GateAnswer =
  | { readonly verdict: "allow" }
  /** `cancelled`: the turn was, or the question was dismissed with it. */
  | { readonly verdict: "deny"; readonly reason: string; readonly by: "rule" | "person" | "cancelled" };

export interface Gate {
  pass(request: GateRequest, signal: AbortSignal): Promise<GateAnswer>;
}
