// Connects to an agent: one supervised process, started when it is needed, and its sessions.
import type { SessionStore } from "@parley/home/session-log";
import type { Implementation } from "@parley/acp";
import { silentLog, systemClock, type Clock, type Log, systemTimers, type Timers } from "@parley/base";
import type { FindAgent } from "../agent-launch.ts";
import type { ObserveAgent } from "../connection/agent-observer.ts";
import type { Feature } from "../features/feature.ts";
import { defaultClientLimits, type ClientLimits } from "../limits.ts";
import type { AgentSandbox } from "../sandbox/agent-sandbox.ts";
import type { Agent } from "./agent.ts";
import type { AgentProblem, ReportProblem } from "../agent-problem.ts";
import { SupervisedAgent } from "./supervised-agent.ts";

export interface ConnectAgentOptions {
  /** What people type; sessions are stored under it. */
  readonly name: string;
  /** Called at each start. */
  readonly find: FindAgent;
  readonly features: readonly Feature[];
  readonly store: SessionStore;
  /** Name and version of this client. */
  readonly clientInfo: Implementation;
  /** Working folder of the process (default: ours). Sessions have their own. */
  readonly cwd?: string | undefined;
  /** Added to the environment of the process. The values are kept out of error texts, as far as they are not ordinary words. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Variables that a user entered to sign in to another process of the same agent. Signing out removes them. */
  readonly signInValues?: Readonly<Record<string, string>> | undefined;
  readonly clock?: Clock | undefined;
  readonly timers?: Timers | undefined;
  readonly log?: Log | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  readonly onProblem?: ReportProblem | undefined;
  /** Observes the messages of each process. */
  readonly observe?: ObserveAgent | undefined;
  /** Default: no sandbox. */
  readonly sandbox?: AgentSandbox | undefined;
}

export function connectAgent(options: ConnectAgentOptions): Agent {
  const { clock = systemClock, timers = systemTimers, cwd = process.cwd(), log = silentLog, onProblem } = options;
  const counts = new Map<string, number>();
  const report = (problem: AgentProblem): void => {
    const count = (counts.get(problem.kind) ?? 0) + 1;
    counts.set(problem.kind, count);
    if (isWorthALine(count)) {
      // The client has recovered, and the user cannot do anything about it.
      const level = problem.kind === "session_omitted" ? "debug" : "info";
      log.write(level, "unexpected message from agent", { agent: options.name, ...describeProblem(problem), count });
    }
    onProblem?.(problem);
  };
  const limits = { ...defaultClientLimits, ...options.limits };
  return new SupervisedAgent({ ...options, clock, timers, cwd, limits, report });
}

/** Limits repeated log lines: the first ten, the hundredth, the thousandth, … */
function isWorthALine(count: number): boolean {
  return count <= 10 || Number.isInteger(Math.log10(count));
}

/** Without content: only the kind of the problem and its method. */
function describeProblem(problem: AgentProblem): Record<string, unknown> {
  const { kind } = problem;
  const method = "method" in problem ? { method: problem.method } : {};
  const cause = "cause" in problem && problem.cause instanceof Error ? { cause: problem.cause.message } : {};
  return { kind, ...method, ...cause };
}
