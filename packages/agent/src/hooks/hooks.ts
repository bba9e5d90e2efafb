// The user's own programs around tool calls: they may allow, ask, deny or rewrite a call, and see its result.
import type { HookAnswer } from "@parley/policy";
import type { ToolOutcome } from "../tools/tool.ts";

export interface HookedCall {
  readonly sessionId: string;
  readonly cwd: string;
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
}

export interface BeforeAnswer {
  /** Undefined if no hook answered. */
  readonly answer?: HookAnswer | undefined;
  /** Replaces the model's input. */
  readonly input?: unknown;
  /** For the user: a hook that failed or timed out. */
  readonly notices: readonly string[];
}

interface AfterAnswer {
  /** For the model, appended to the result. */
  readonly remarks: readonly string[];
  readonly notices: readonly string[];
}

export interface Hooks {
  before(call: HookedCall, signal: AbortSignal): Promise<BeforeAnswer>;
  after(call: HookedCall, outcome: ToolOutcome, signal: AbortSignal): Promise<AfterAnswer>;
}
