// User operations on the process of a session's agent: sign in, sign out, restart.
import { ParleyError } from "@parley/base";
import type { Agent, SignIn } from "@parley/client";
import type { AgentEntry } from "../api/agents.ts";
import type { AgentAccess } from "../api/sessions.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { SessionAgents } from "../links/session-agents.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";

export interface AgentAccessOptions {
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly sessionAgents: SessionAgents;
}

type Values = Readonly<Record<string, string>>;

export class SessionAgentAccess implements AgentAccess {
  readonly #options: AgentAccessOptions;

  constructor(options: AgentAccessOptions) {
    this.#options = options;
  }

  async signIns(id: string): Promise<readonly SignIn[]> {
    const { session, entry } = await this.#find(id);
    return this.#options.links.withProcess(session, entry, async (agent) => {
      await agent.start();
      return agent.signIns;
    });
  }

  async signIn(id: string, methodId: string, values?: Values): Promise<void> {
    const isRestart = Object.keys(values ?? {}).length > 0;
    await this.#change(id, (agent) => agent.signIn(methodId, values), isRestart);
  }

  async signOut(id: string): Promise<void> {
    await this.#change(id, (agent) => agent.signOut());
  }

  async restart(id: string): Promise<void> {
    await this.#change(id, (agent) => agent.restart());
  }

  /** Restarting would end the turns of other sessions in the process. */
  async #change(id: string, change: (agent: Agent) => Promise<void>, isRestart = true): Promise<void> {
    const { links } = this.#options;
    const { session, entry } = await this.#find(id);
    await links.withProcess(session, entry, async (agent) => {
      if (isRestart && links.hasBusyNeighbour(session)) throw busy(entry);
      await change(agent);
    });
  }

  async #find(id: string): Promise<{ readonly session: LiveSession; readonly entry: AgentEntry }> {
    const { live, sessionAgents } = this.#options;
    const session = await live.get(id);
    const entry = await sessionAgents.get(session);
    if (entry.kind === "a2a") {
      const message = `${entry.title} runs on another server, which signs in to it and restarts it`;
      throw new ParleyError({ code: "capability_missing", message });
    }
    return { session, entry };
  }
}

function busy({ title }: AgentEntry): ParleyError {
  const message = `Another session runs a turn in the same process of ${title}. Try again when it has ended`;
  return new ParleyError({ code: "session_busy", message });
}
