// What the tools of a session can use: files, commands, the plan, the user, and resources that live as long as the session.
import type { ClientConnection } from "@parley/acp";
import { createSessionFiles } from "../client-io/create-session-files.ts";
import type { SessionCommands } from "../client-io/session-commands.ts";
import type { SubAgentPort, ToolContext } from "../tools/tool-context.ts";
import type { AgentSession } from "./agent-session.ts";
import type { Agent } from "./agent.ts";
import type { SessionPermissions } from "./session-permissions.ts";
import type { SessionSandbox } from "./session-sandbox.ts";

export interface ToolContextOptions {
  readonly agent: Agent;
  readonly session: AgentSession;
  readonly client: ClientConnection;
  readonly permissions: SessionPermissions;
  readonly commands: SessionCommands;
  readonly subAgents: SubAgentPort;
  readonly sandbox: SessionSandbox | undefined;
  readonly resources: SessionResources;
}

export function createToolContext(options: ToolContextOptions): ToolContext {
  const { agent, session, client, permissions, commands, subAgents, sandbox, resources } = options;
  const { parleyHome, clock, log, fetch, allowsLoopback } = agent.options;
  const { id: sessionId, roots } = session;
  const { judge, person } = permissions;
  return {
    sessionId,
    cwd: session.folders.cwd,
    roots,
    parleyHome,
    facts: () => judge.facts(),
    mayRead: async (facts) => {
      const request = { kind: "read", path: facts.requested } as const;
      return (await judge.consider({ request, facts })).verdict === "allow";
    },
    files: createSessionFiles({ client, sessionId, roots, log }),
    commands,
    fetch,
    plan: createPlanPort(session),
    person,
    subAgents,
    settings: { allowsLoopback, sandbox },
    clock,
    log,
    resource: (name, create) => resources.get(name, create),
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

/** Opened by tools and closed with the session: a browser, background commands. One of each name. */
export class SessionResources implements AsyncDisposable {
  readonly #open = new Map<string, AsyncDisposable>();

  /** The resource of that name, created on first use. */
  get<Value extends AsyncDisposable>(name: string, create: () => Value): Value {
    const open = this.#open.get(name);
    // A name is used for one type only.
    if (open !== undefined) return open as Value;
    const created = create();
    this.#open.set(name, created);
    return created;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(open.map((resource) => resource[Symbol.asyncDispose]()));
  }
}
