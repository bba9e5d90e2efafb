// The ports of a session that its tools reach.
import type { ClientConnection } from "@parley/acp";
import type { Agent } from "../acp/agent.ts";
import type { CommandReach } from "../reach/command-reach.ts";
import { createFileReach } from "../reach/create-file-reach.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import type { SubAgentPort, ToolContext } from "../tools/tool-context.ts";
import type { Judgement } from "./create-judgement.ts";
import type { SessionSandbox } from "./session-sandbox.ts";
import type { Kept } from "./kept.ts";

export interface ToolContextOptions {
  readonly agent: Agent;
  readonly session: AgentSession;
  readonly client: ClientConnection;
  readonly judgement: Judgement;
  readonly commands: CommandReach;
  readonly subAgents: SubAgentPort;
  readonly sandbox: SessionSandbox | undefined;
  readonly kept: Kept;
}

export function createToolContext(options: ToolContextOptions): ToolContext {
  const { agent, session, client, judgement, commands, subAgents, sandbox, kept } = options;
  const { parleyHome, clock, log, fetch, allowsLoopback } = agent.options;
  const { id: sessionId, roots } = session;
  const { judge, person } = judgement;
  return {
    sessionId,
    cwd: session.place.cwd,
    roots,
    parleyHome,
    facts: () => judge.facts(),
    mayRead: async (facts) => {
      const request = { kind: "read", path: facts.requested } as const;
      return (await judge.consider({ request, facts })).verdict === "allow";
    },
    files: createFileReach({ client, sessionId, roots, log }),
    commands,
    fetch,
    plan: createPlanPort(session),
    person,
    subAgents,
    settings: { allowsLoopback, sandbox },
    clock,
    log,
    keep: (name, create) => kept.keep(name, create),
  };
}

function createPlanPort(session: AgentSession): ToolContext["plan"] {
  return {
    get entries() {
      return session.plan;
    },
    replace(entries) {
      session.plan = entries;
      session.recorder.update({ sessionUpdate: "plan", entries: [...entries] });
    },
  };
}
