// Options of the agent: its home, its environment, and the defaults of new sessions.
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { ModelLimits } from "../limits.ts";
import type { ChosenSettings } from "../sessions/settings.ts";
import type { ToolSandbox } from "./session-sandbox.ts";
import type { BudgetLimits } from "../loop/turn-limits.ts";

export interface CodingAgentOptions {
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** Environment variables: API keys, base URLs and the like. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Defaults of new sessions, where configured. */
  readonly defaults?: ChosenSettings | undefined;
  /** Limits of one turn, unless the prompt has its own. */
  readonly limits?: BudgetLimits | undefined;
  /** Retries and timeouts of model providers. */
  readonly modelLimits?: Partial<ModelLimits> | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** False: no checkpoints, so turns cannot be undone. */
  readonly snapshots?: boolean | undefined;
  /** Whether fetch and the browser may access this machine and private networks. */
  readonly allowsLoopback?: boolean | undefined;
  /** Sandbox of the tools (default: none). */
  readonly sandbox?: ToolSandbox | undefined;
  /** Arguments for signing in, when a client runs our command in a terminal (default: login). */
  readonly loginArgs?: readonly string[] | undefined;
}

export interface ResolvedOptions {
  readonly parleyHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly defaults: ChosenSettings;
  readonly limits: BudgetLimits;
  readonly modelLimits: Partial<ModelLimits>;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch: typeof fetch;
  readonly snapshots: boolean;
  readonly allowsLoopback: boolean;
  readonly sandbox: ToolSandbox | undefined;
  readonly loginArgs: readonly string[];
}

export function resolveOptions(options: CodingAgentOptions): ResolvedOptions {
  return {
    parleyHome: options.parleyHome,
    env: options.env ?? process.env,
    defaults: options.defaults ?? {},
    limits: options.limits ?? {},
    modelLimits: options.modelLimits ?? {},
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    fetch: options.fetch ?? fetch,
    snapshots: options.snapshots ?? true,
    allowsLoopback: options.allowsLoopback ?? false,
    sandbox: options.sandbox,
    loginArgs: options.loginArgs ?? ["login"],
  };
}
