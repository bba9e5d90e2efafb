// A person's own programs round every tool call: they may allow, ask, deny or rewrite it, and hear what came of it.
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
  /** Undefined: the hooks had nothing to say. */
  readonly answer?: HookAnswer | undefined;
  /** Instead of the model's. */
  readonly input?: unknown;
  /** What a person should know: a hook that failed or took too long. */
  readonly notices: readonly string[];
}

interface AfterAnswer {
  /** For the model, behind the tool's own result. */
  readonly remarks: readonly string[];
  readonly notices: readonly string[];
}

export interface Hooks {
  before(call: HookedCall, signal: AbortSignal): Promise<BeforeAnswer>;
  after(call: HookedCall, outcome: ToolOutcome, signal: AbortSignal): Promise<AfterAnswer>;
}

export const noHooks: Hooks = {
  before: async () => ({ notices: [] }),
  after: async () => ({ remarks: [], notices: [] }),
};
