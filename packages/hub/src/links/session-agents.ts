// The agents of a session: those of the catalogue, and the program that the session brought.
import { ParleyError } from "@parley/base";
import type { AgentLaunch, FindAgent } from "@parley/client";
import type { HubAgents } from "../agents/create-agents.ts";
import type { AgentEntry, AgentFacts } from "../api/agents.ts";
import type { ExternalAgents } from "../api/sources.ts";
import type { HubStore } from "../api/store.ts";
import type { SessionLaunches, SessionProgram } from "../launches/session-launches.ts";
import type { LiveSession } from "../live/live-session.ts";
import { readAgentFacts } from "./agent-facts.ts";
import { LaunchVersions } from "./launch-versions.ts";

export interface SessionAgentsOptions {
  readonly agents: HubAgents;
  readonly launches: SessionLaunches;
  readonly external: Pick<ExternalAgents, "complete" | "stamp">;
  readonly store: Pick<HubStore, "getDocument" | "putDocument">;
}

type Described = Pick<LiveSession, "id" | "row">;

export class SessionAgents {
  readonly #options: SessionAgentsOptions;
  readonly #versions: LaunchVersions;

  constructor(options: SessionAgentsOptions) {
    this.#options = options;
    this.#versions = new LaunchVersions(options.external);
  }

  /** As `agents.get`. Rejects with `agent_not_found` if the session's program is gone and no agent has its name. */
  async get(session: Described, name: string = session.row.agent): Promise<AgentEntry> {
    const { agents } = this.#options;
    const own = this.#program(session, name);
    if (own !== undefined) return toEntry(own);
    if (isGone(session, name) && (await agents.find(name))?.kind !== "acp") throw programGone(session, name);
    return agents.get(name);
  }

  async find(session: Described, name: string = session.row.agent): Promise<AgentEntry | undefined> {
    const own = this.#program(session, name);
    return own === undefined ? this.#options.agents.find(name) : toEntry(own);
  }

  /** Whether the name stands for the program that the session brought. */
  isProgram(session: Described, name: string): boolean {
    return this.#program(session, name) !== undefined;
  }

  launch(session: Described, entry: AgentEntry): FindAgent {
    const { agents, external } = this.#options;
    const own = this.#program(session, entry.name);
    if (own === undefined) return this.#versions.watch(entry.name, agents.launch(entry));
    // Its variables are added when it is started, so that nothing that shows a launch has them.
    const launch: AgentLaunch = { ...own, title: own.name, env: {} };
    return () => external.complete?.(launch) ?? Promise.resolve(launch);
  }

  /** Another number when the entry's program is another one than before. */
  async launchVersion(session: Described, entry: AgentEntry): Promise<number> {
    if (entry.kind !== "acp" || this.isProgram(session, entry.name)) return 0;
    return this.#versions.versionOf(entry.name, this.#options.agents.launch(entry));
  }

  async facts(session: Described, entry: AgentEntry): Promise<AgentFacts> {
    const { launches, store } = this.#options;
    const launch = this.isProgram(session, entry.name) ? launches.get(session.id) : undefined;
    return launch === undefined ? readAgentFacts(store, entry) : launches.factsOf(launch);
  }

  #program({ id }: Described, name: string): SessionProgram | undefined {
    const program = this.#options.launches.get(id)?.program;
    return program?.name === name ? program : undefined;
  }
}

export function toEntry({ name }: SessionProgram): AgentEntry {
  return {
    name,
    kind: "acp",
    title: name,
    description: "A program that this session brought",
    category: "session",
    toolGroups: [],
    isInternal: true,
    isDeprecated: false,
    isEnabled: true,
    availability: { isAvailable: true },
    extensions: [],
    statistics: { turns: 0 },
  };
}

function isGone({ row }: Described, name: string): boolean {
  return row.brought === "program" && row.agent === name;
}

function programGone({ id }: Described, name: string): ParleyError {
  const message = `Session ${id} was started with its own command (${name}). Commands are not kept when the server restarts`;
  const remedy = { label: `Pass the command again: parley chat --session ${id} -- COMMAND` };
  return new ParleyError({ code: "agent_not_found", message, remedy });
}
