// What an agent is given: its home, its environment, and what was chosen for new sessions.
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { ModelLimits } from "../models/limits.ts";
import type { ChosenSettings } from "../sessions/settings.ts";
import type { ToolSandbox } from "./session-sandbox.ts";
import type { BudgetLimits } from "../loop/turn-limits.ts";

export interface CodingAgentOptions {
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** Keys, addresses and the like. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What new sessions begin with, where the person has chosen. */
  readonly defaults?: ChosenSettings | undefined;
  /** Of one turn, where the prompt brings none. */
  readonly limits?: BudgetLimits | undefined;
  /** How often and how long a provider is tried. */
  readonly modelLimits?: Partial<ModelLimits> | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** False: no checkpoints are kept, and turns cannot be undone. */
  readonly snapshots?: boolean | undefined;
  /** Whether fetch and the browser may go to this machine and its private networks. */
  readonly allowsLoopback?: boolean | undefined;
  /** What tools run in; the machine as it is unless given. */
  readonly sandbox?: ToolSandbox | undefined;
  /** What follows the command that started us when a client opens a terminal to sign in. */
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
