// The programs of a hub's agents.
import { ParleyError } from "@parley/base";
import type { AgentEntry, Agents } from "../api/agents.ts";
import type { Programs, ProgramSession, WantedProgramSession } from "../api/programs.ts";
import type { HubSession } from "../api/sessions.ts";
import { OwnSessions, type OwnSessionsOptions } from "./own-sessions.ts";

export interface ProgramsOptions extends OwnSessionsOptions {
  readonly agents: Agents;
}

export class HubPrograms implements Programs {
  readonly #agents: Agents;
  readonly #sessions: OwnSessions;

  constructor(options: ProgramsOptions) {
    this.#agents = options.agents;
    this.#sessions = new OwnSessions(options);
  }

  async sessions(
    name: string,
    { cwd }: { readonly cwd?: string | undefined } = {},
  ): Promise<readonly ProgramSession[]> {
    return this.#sessions.list(await this.#withOwnSessions(name), cwd);
  }

  async openSession(name: string, wanted: WantedProgramSession): Promise<HubSession> {
    return this.#sessions.open(await this.#withOwnSessions(name), wanted);
  }

  /** The sessions of our own agent are those of the hub. */
  async #withOwnSessions(name: string): Promise<AgentEntry> {
    const entry = await this.#agents.get(name);
    if (entry.kind === "acp") return entry;
    const message = `${entry.title} has no sessions of its own: those of this server are all there are`;
    const remedy = { label: "List your sessions", command: "parley sessions list" };
    throw new ParleyError({ code: "capability_missing", message, remedy });
  }
}
