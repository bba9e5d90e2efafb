// An agent of the client for tests: a program run by this very Node, a store in memory, everything that happens kept.
import type { Agent, AgentState } from "../supervision/agent.ts";
import type { AgentLaunch } from "../agent-launch.ts";
import { connectAgent, type ConnectAgentOptions } from "../supervision/connect-agent.ts";
import type { AgentProblem } from "../agent-problem.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";

export interface TestAgent extends AsyncDisposable {
  readonly agent: Agent;
  readonly store: MemoryStore;
  readonly problems: AgentProblem[];
  readonly states: AgentState[];
  /** Settles when it is in that state. */
  reaches(state: AgentState["state"]): Promise<AgentState>;
}

export interface TestAgentOptions extends Partial<ConnectAgentOptions> {
  /** The JavaScript file, and its arguments. */
  readonly program: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function launchNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): AgentLaunch {
  return { name: "test", title: "Test agent", command: process.execPath, args, env };
}

export function createTestAgent({ program, env, ...options }: TestAgentOptions): TestAgent {
  const store = createMemoryStore();
  const problems: AgentProblem[] = [];
  const states: AgentState[] = [];
  const agent = connectAgent({
    name: "test",
    find: () => Promise.resolve(launchNode(program, env)),
    features: [],
    store,
    clientInfo: { name: "parley-test", version: "0.0.0" },
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  agent.onState((state) => states.push(state));
  return {
    agent,
    store,
    problems,
    states,
    reaches: (wanted) =>
      new Promise((resolve) => {
        if (agent.state.state === wanted) return resolve(agent.state);
        const stop = agent.onState((state) => {
          if (state.state !== wanted) return;
          stop();
          resolve(state);
        });
      }),
    [Symbol.asyncDispose]: () => agent.close(),
  };
}
