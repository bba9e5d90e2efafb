// The options of a scripted agent.
import type { ConnectionOptions, PromptCapabilities } from "@parley/acp";
import { systemClock, type Clock } from "@parley/base";
import { defaultAgentLimits, type AgentLimits, type ScriptLimits } from "../limits.ts";

/** The part of the global `fetch` that is used. The provided function decides how much of a page it reads. */
export type Fetch = (
  url: string,
  init: { signal: AbortSignal },
) => Promise<{ status: number; text(): Promise<string> }>;

export interface ScriptedAgentOptions {
  /** Refuse to work until the client has called `authenticate`. */
  readonly requireSignIn?: boolean;
  /** Without it, `fetch` steps fail, because the agent has no other network access. */
  readonly fetch?: Fetch | undefined;
  /** The content types that prompts may have (default: all). */
  readonly promptCapabilities?: Pick<PromptCapabilities, "image" | "audio" | "embeddedContext">;
  /** Announce models the old way too, for clients that call `session/set_model`. */
  readonly announceModels?: boolean;
  readonly clock?: Clock;
  readonly limits?: Partial<AgentLimits>;
  readonly scriptLimits?: Partial<ScriptLimits>;
  readonly connection?: ConnectionOptions;
}

export type ResolvedOptions = Required<ScriptedAgentOptions> & { readonly limits: AgentLimits };

export function resolveOptions(options: ScriptedAgentOptions): ResolvedOptions {
  return {
    requireSignIn: options.requireSignIn ?? false,
    fetch: options.fetch,
    promptCapabilities: { image: true, audio: true, embeddedContext: true, ...options.promptCapabilities },
    announceModels: options.announceModels ?? false,
    clock: options.clock ?? systemClock,
    limits: { ...defaultAgentLimits, ...options.limits },
    scriptLimits: options.scriptLimits ?? {},
    connection: options.connection ?? {},
  };
}
