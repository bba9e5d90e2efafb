// Connects a session to its agent: the earlier agent's session is resumed, a new agent gets the conversation so far.
import type { InitializeResponse } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { Agent, Session } from "@parley/client";
import type { FoundServers } from "@parley/home/mcp-servers";
import type { AgentEntry } from "../api/agents.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { HubStore } from "../api/store.ts";
import { learnAgentChoices } from "./agent-choices.ts";
import { learnAgentFacts, toAgentFacts } from "./agent-facts.ts";
import type { AgentLink } from "../api/agent-link.ts";
import { isHung, isLost } from "./link-errors.ts";
import { noteMissingLaunch } from "./missing-launch.ts";
import { checkRemote } from "./hub-sandbox.ts";
import { ProcessRoom, type PlacedSession, type ProcessRoomOptions } from "./process-room.ts";
import { hasHistory, SessionContext } from "./session-context.ts";
import { findSessionServers, setUpSession, type SessionSetupOptions } from "./session-setup.ts";

export interface LinkSessionsOptions extends ProcessRoomOptions, SessionSetupOptions {
  readonly store: HubStore;
  readonly findMode: (modeId: string) => Promise<AgentEntry | undefined>;
  readonly openRemote: (entry: AgentEntry, session: LiveSession) => Promise<AgentLink>;
  readonly clock: Clock;
  readonly log: Log;
}

export class LinkSessions {
  readonly context: SessionContext;
  readonly #options: LinkSessionsOptions;
  readonly #room: ProcessRoom;
  readonly #opening = new Map<string, Promise<AgentLink>>();
  /** Sessions that their agents are about to close; never reject. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: LinkSessionsOptions) {
    this.#options = options;
    this.#room = new ProcessRoom(options, (session) => this.close(session));
    this.context = new SessionContext(options.store);
  }

  /** The agent of the entry, ready for a prompt. */
  async open(session: LiveSession, entry: AgentEntry): Promise<AgentLink> {
    // Several callers may have waited; each opens or closes it itself and gets its own errors.
    for (let other = this.#busyWith(session); other !== undefined; other = this.#busyWith(session)) await other;
    if (session.link !== undefined && this.#options.pool.isRetired(session.id)) await this.close(session);
    const { link } = session;
    session.usedAtMs = this.#options.clock.now();
    // All modes of our own agent are one program.
    if (link !== undefined && (link.agent === entry.name || (link.kind === "mode" && entry.kind === "mode"))) {
      await this.#room.closeIntruders(session);
      if (link.agent !== entry.name) await this.#setMode(session, link.link, entry);
      return link.link;
    }
    const opened = this.#open(session, entry).finally(() => this.#opening.delete(session.id));
    this.#opening.set(session.id, opened);
    return opened;
  }

  #busyWith({ id }: LiveSession): Promise<void> | undefined {
    return this.#opening.get(id)?.then(nothing, nothing) ?? this.#closing.get(id);
  }

  /** The mode may have been chosen in the agent's session: by an option, a command, the agent itself. The session's agent follows. */
  async follow(session: LiveSession): Promise<void> {
    const { link } = session;
    const modeId = link?.kind === "mode" ? link.link.choices.modeId : undefined;
    const entry = modeId === undefined ? undefined : await this.#options.findMode(modeId);
    if (link === undefined || entry === undefined || entry.name === link.agent || session.link !== link) return;
    session.link = { ...link, agent: entry.name };
    session.change({ agent: entry.name });
  }

  /** At the start of a turn: launches and editor tools that arrived since the agent was started take effect now. */
  async renew(session: LiveSession): Promise<void> {
    const { launches, pool } = this.#options;
    const { id, link } = session;
    if (link === undefined) return;
    const hasOtherLaunch = link.setupKey !== launches.get(id)?.setupKey;
    const lacksTools = link.hasEditorTools === false && this.#hasEditorTools(session) && pool.canReopen(id);
    if (hasOtherLaunch || lacksTools) await this.close(session);
  }

  #hasEditorTools({ id }: LiveSession): boolean {
    return this.#options.editorServers(id).length > 0;
  }

  /** The process of the session's agent, also while the agent refuses sessions before a sign-in. */
  async withProcess<Result>(
    session: LiveSession,
    entry: AgentEntry,
    use: (agent: Agent) => Promise<Result>,
  ): Promise<Result> {
    const { pool } = this.#options;
    for (let other = this.#busyWith(session); other !== undefined; other = this.#busyWith(session)) await other;
    const own = session.link === undefined ? undefined : pool.agentOf(session.id);
    if (own !== undefined) return use(own);
    const agent = await this.#room.find(session, entry);
    try {
      return await use(agent);
    } finally {
      // The session may have been opened meanwhile.
      if (session.link === undefined && !this.#opening.has(session.id)) pool.release(session.id);
    }
  }

  /** The same without a session: as for a new one, which is never stored. */
  async withProgram<Result>(
    place: PlacedSession,
    entry: AgentEntry,
    use: (agent: Agent) => Promise<Result>,
  ): Promise<Result> {
    const agent = await this.#room.find(place, entry);
    try {
      return await use(agent);
    } finally {
      this.#options.pool.release(place.id);
    }
  }

  /** Continues one of the agent's own sessions: its history is recorded in a new session of ours. */
  async adopt(session: LiveSession, entry: AgentEntry, agentSessionId: string): Promise<void> {
    const isOwn = entry.kind === "mode";
    const hasEditorTools = this.#hasEditorTools(session);
    const link = await this.#inProgram(session, entry, async (agent) => {
      const { id, row } = session;
      return agent.importSession(agentSessionId, {
        ...(await setUpSession(session, isOwn, this.#options)),
        id,
        cwd: row.cwd,
      });
    });
    session.link = { agent: entry.name, kind: entry.kind, link, hasEditorTools };
  }

  /** Whether a turn runs in another session of the same process. */
  hasBusyNeighbour(session: LiveSession): boolean {
    return this.#room.hasBusyNeighbour(session);
  }

  /** All MCP servers that a third-party agent gets for a session. */
  findServers(session: LiveSession): Promise<Pick<FoundServers, "servers" | "problems">> {
    return findSessionServers(session, this.#options);
  }

  /** The next turn opens it again. `isGone`: a link that is being opened closes, too, or a later claim would meet it. */
  async close(session: LiveSession, isGone = false): Promise<void> {
    if (isGone) await this.#opening.get(session.id)?.then(nothing, nothing);
    const { link } = session;
    if (link === undefined) return;
    session.link = undefined;
    const closed = link.link.close();
    const settled = closed.then(nothing, nothing).finally(() => {
      this.#options.pool.release(session.id);
      this.#closing.delete(session.id);
    });
    this.#closing.set(session.id, settled);
    await settled;
    await closed;
  }

  /** The agent hangs in this session. Idle sessions leave its process at once, the others after their turns. */
  async abandon(session: LiveSession): Promise<void> {
    const { pool, find } = this.#options;
    const others = pool.retire(session.id).flatMap((id) => find(id) ?? []);
    const leaving = others.filter((other) => other !== session && other.busy === 0);
    await Promise.allSettled([session, ...leaving].map((one) => this.close(one)));
  }

  async #open(session: LiveSession, entry: AgentEntry): Promise<AgentLink> {
    if (session.link !== undefined) await this.close(session);
    noteMissingLaunch(session, this.#options.launches);
    const { agentSessionId } = session.row;
    const setupKey = this.#options.launches.get(session.id)?.setupKey;
    const hasEditorTools = entry.kind === "a2a" ? undefined : this.#hasEditorTools(session);
    const link =
      entry.kind === "a2a" ? await this.#openRemote(session, entry) : await this.#openProgram(session, entry);
    session.link = { agent: entry.name, kind: entry.kind, link, setupKey, hasEditorTools };
    session.change({ agent: entry.name });
    const { modeId } = link.choices;
    // A resumed session stays in a mode that only its folder has.
    const isResumed = link.agentSessionId === agentSessionId;
    const isOfFolder = isResumed && modeId !== undefined && (await this.#options.findMode(modeId)) === undefined;
    if (!isOfFolder) await this.#setMode(session, link, entry);
    await this.noteChoices(session, entry);
    return link;
  }

  async #openRemote(session: LiveSession, entry: AgentEntry): Promise<AgentLink> {
    checkRemote(entry, session.row);
    if (session.row.agentSessionId === undefined) session.change({ needsHistory: hasHistory(session) });
    return this.#options.openRemote(entry, session);
  }

  #openProgram(session: LiveSession, entry: AgentEntry): Promise<Session> {
    return this.#inProgram(session, entry, (agent) => this.#openIn(agent, session, entry.kind === "mode"));
  }

  async #inProgram(
    session: LiveSession,
    entry: AgentEntry,
    open: (agent: Agent) => Promise<Session>,
  ): Promise<Session> {
    const agent = await this.#room.find(session, entry);
    try {
      const opened = await open(agent);
      const { state } = agent;
      if (state.state === "running") await this.#learn(session, entry, state.info);
      this.#options.pool.noteOpened(session.id);
      return opened;
    } catch (error) {
      this.#options.pool.noteOpened(session.id, error);
      if (isHung(error)) await this.abandon(session);
      this.#options.pool.release(session.id);
      throw error;
    }
  }

  async #learn(session: LiveSession, entry: AgentEntry, info: InitializeResponse): Promise<void> {
    const { agents, launches, store } = this.#options;
    const launch = agents.isProgram(session, entry.name) ? launches.get(session.id) : undefined;
    if (launch === undefined) await learnAgentFacts(store, entry, info);
    else launches.learn(launch, toAgentFacts(info));
  }

  /** Remembers what the agent offers, for sessions that do not exist yet. */
  async noteChoices(session: LiveSession, entry: AgentEntry): Promise<void> {
    const { agents, store, clock } = this.#options;
    if (session.link === undefined || agents.isProgram(session, entry.name)) return;
    await learnAgentChoices(store, entry, session.link.link.choices, clock);
  }

  async #openIn(agent: Agent, session: LiveSession, isOwn: boolean): Promise<Session> {
    const { log } = this.#options;
    const { row } = session;
    const setup = await setUpSession(session, isOwn, this.#options);
    if (row.agentSessionId !== undefined) {
      try {
        return await agent.resumeSession(session.id, setup);
      } catch (error) {
        if (!isLost(error)) throw error;
        log.write("info", "The agent no longer has the session, so it gets a new one", { sessionId: session.id });
      }
    }
    // Stored before the agent has a session: after a crash in between, it still gets the history.
    session.change({ needsHistory: hasHistory(session) });
    return agent.newSession({ ...setup, id: session.id, cwd: row.cwd });
  }

  async #setMode(session: LiveSession, link: AgentLink, entry: AgentEntry): Promise<void> {
    if (entry.kind === "mode" && entry.modeId !== undefined && link.choices.modeId !== entry.modeId) {
      await link.setMode(entry.modeId);
    }
    if (session.link !== undefined) session.link = { ...session.link, agent: entry.name };
    session.change({ agent: entry.name });
  }
}

function nothing(): void {
  // Only the end matters here.
}
