// Connects a session to its agent: the earlier agent's session is resumed, a new agent gets the conversation so far.
import type { InitializeResponse, McpServer } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { Agent, AgentSandbox, Session, SessionSetup } from "@parley/client";
import type { FoundServers } from "@parley/home/mcp-servers";
import { mergeExtensions } from "../agents/extensions.ts";
import type { AgentEntry } from "../api/agents.ts";
import { isAbandoned } from "../log/abandoned.ts";
import { readAll } from "../log/read-events.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { learnAgentChoices } from "./agent-choices.ts";
import { learnAgentFacts, toAgentFacts } from "./agent-facts.ts";
import type { AgentLink } from "../api/agent-link.ts";
import type { AgentPool } from "./agent-pool.ts";
import { fillSecrets } from "../launches/fill-secrets.ts";
import type { SessionLaunches } from "../launches/session-launches.ts";
import { isHung, isLost } from "./link-errors.ts";
import { noteMissingLaunch } from "./missing-launch.ts";
import { OWN, toProcessSpec, type ProcessSpec } from "./process-spec.ts";
import type { SessionAgents } from "./session-agents.ts";
import { checkRemote } from "./hub-sandbox.ts";
import { ConversationText } from "./conversation-text.ts";
import { PendingContext } from "./pending-context.ts";
import { HISTORY_EVENTS_MAX } from "../limits.ts";

export interface LinkSessionsOptions {
  readonly pool: AgentPool;
  readonly store: HubStore;
  readonly agents: SessionAgents;
  readonly launches: SessionLaunches;
  /** Where our own agent runs. */
  readonly cwd: string;
  readonly findMode: (modeId: string) => Promise<AgentEntry | undefined>;
  readonly openRemote: (entry: AgentEntry, session: LiveSession) => Promise<AgentLink>;
  /** The tools of the editors that follow a session, as MCP servers: each of the same name is an alternative. */
  readonly editorServers: (sessionId: string) => readonly McpServer[];
  /** A session that is in memory. */
  readonly find: (sessionId: string) => LiveSession | undefined;
  /** The sandbox that a program runs in for a session; undefined: none. */
  readonly sandbox: (program: string, row: SessionRow) => Promise<AgentSandbox | undefined>;
  /** The MCP servers of a folder's sessions, besides those that a session has itself. Our own agent finds them itself. */
  readonly findMcpServers: (cwd: string) => Promise<FoundServers>;
  readonly clock: Clock;
  readonly log: Log;
}

type ListedServers = Pick<FoundServers, "servers" | "problems">;

/** What decides in which process something runs. */
export type PlacedSession = Pick<LiveSession, "id" | "row">;

export class LinkSessions {
  readonly #options: LinkSessionsOptions;
  readonly #pending: PendingContext;
  readonly #opening = new Map<string, Promise<AgentLink>>();
  /** Sessions that their agents are about to close; never reject. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: LinkSessionsOptions) {
    this.#options = options;
    this.#pending = new PendingContext(options.store);
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
      await this.#closeIntruders(session);
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

  /** At the start of a turn: what the session and its editors brought since its agent was started counts from now on. */
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
    const agent = await this.#findRoom(session, entry);
    try {
      return await use(agent);
    } finally {
      // The session may have been opened meanwhile.
      if (session.link === undefined && !this.#opening.has(session.id)) pool.release(session.id);
    }
  }

  /** The same for what is not about a session: as if for a new one, which is never stored. */
  async withProgram<Result>(
    place: PlacedSession,
    entry: AgentEntry,
    use: (agent: Agent) => Promise<Result>,
  ): Promise<Result> {
    const agent = await this.#findRoom(place, entry);
    try {
      return await use(agent);
    } finally {
      this.#options.pool.release(place.id);
    }
  }

  /** Continues a session that the agent keeps itself: its history is recorded in ours, which is new. */
  async adopt(session: LiveSession, entry: AgentEntry, agentSessionId: string): Promise<void> {
    const isOwn = entry.kind === "mode";
    const hasEditorTools = this.#hasEditorTools(session);
    const link = await this.#inProgram(session, entry, async (agent) => {
      const { id, row } = session;
      return agent.importSession(agentSessionId, { ...(await this.#setupOf(session, isOwn)), id, cwd: row.cwd });
    });
    session.link = { agent: entry.name, kind: entry.kind, link, hasEditorTools };
  }

  /** Whether a turn runs in another session of the same process. */
  hasBusyNeighbour({ id }: LiveSession): boolean {
    const { pool, find } = this.#options;
    return pool.others(id).some((other) => (find(other)?.busy ?? 0) > 0);
  }

  /** The next turn opens it again. */
  async close(session: LiveSession): Promise<void> {
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

  /** The context that the agent lacks and gets with its next prompt; undefined if it lacks none. */
  async preamble(session: LiveSession): Promise<string | undefined> {
    const parts: string[] = [];
    const pending = await this.#pending.take(session.id);
    if (session.row.needsHistory === true) {
      const text = new ConversationText();
      const { clearedSeq, lastSeq } = session.row;
      const after = Math.max(clearedSeq, lastSeq - HISTORY_EVENTS_MAX);
      for await (const { event } of readAll(this.#options.store, session.id, { after, upTo: lastSeq }))
        if (!isAbandoned(session.row, event.seq)) text.add(event);
      parts.push(...[text.toText() ?? []].flat());
    } else if (pending !== undefined) parts.push(pending);
    return parts.length === 0 ? undefined : parts.join("\n\n");
  }

  /** The agent has got its pending context. */
  async heard(session: LiveSession): Promise<void> {
    if (session.row.needsHistory === true) session.change({ needsHistory: undefined });
    await this.#pending.heard(session.id);
  }

  /** What was pending is about a conversation that no longer counts. */
  async forgetPending(session: LiveSession): Promise<void> {
    if (session.row.needsHistory === true) session.change({ needsHistory: undefined });
    await this.#pending.clear(session.id);
  }

  /** Adds text that was said without prompting the agent: it goes with the next prompt. */
  addPendingContext(session: LiveSession, text: string): Promise<void> {
    return this.#pending.add(session.id, text);
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
    const agent = await this.#findRoom(session, entry);
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

  /** A full process makes room by closing the session that was idle longest; if all are in use, another process is started. */
  async #findRoom(session: PlacedSession, entry: AgentEntry): Promise<Agent> {
    const { pool, agents } = this.#options;
    const find = agents.launch(session, entry);
    const place = await this.#specify(session, entry);
    for (;;) {
      const agent = pool.take(place, session.id, find);
      if (agent !== undefined) return agent;
      const idle = this.#longestIdle(pool.replaceable(place));
      if (idle === undefined) break;
      await this.close(idle);
    }
    while (pool.isFull(place)) {
      const idle = this.#longestIdleProcess(pool.replaceableProcesses(place));
      if (idle === undefined) break;
      await Promise.all(idle.map((one) => this.close(one)));
    }
    return pool.takeFurther(place, session.id, find);
  }

  async #specify(session: PlacedSession, entry: AgentEntry): Promise<ProcessSpec> {
    const { agents, sandbox, launches, cwd: hubCwd } = this.#options;
    const { id, row } = session;
    const isOwn = entry.kind === "mode";
    const box = await sandbox(isOwn ? OWN : entry.name, row);
    const version = await agents.launchVersion(session, entry);
    const launch = launches.get(id);
    return toProcessSpec({ name: entry.name, isOwn, version, hubCwd, cwd: row.cwd, launch, sandbox: box });
  }

  /** Its agent's messages name no session: idle sessions leave the process and are reopened when they are needed. */
  async #closeIntruders({ id }: LiveSession): Promise<void> {
    const { pool, find } = this.#options;
    for (const other of pool.intruders(id)) {
      const session = find(other);
      if (session?.busy === 0) await this.close(session);
    }
  }

  #longestIdle(sessionIds: readonly string[]): LiveSession | undefined {
    const idle = sessionIds
      .flatMap((id) => this.#options.find(id) ?? [])
      .filter(({ link, busy }) => link !== undefined && busy === 0);
    return idle.toSorted((one, other) => one.usedAtMs - other.usedAtMs)[0];
  }

  /** The sessions of the process that was idle longest, if all of them are idle. */
  #longestIdleProcess(processes: readonly (readonly string[])[]): readonly LiveSession[] | undefined {
    const idle = processes
      .map((ids) => ids.map((id) => this.#options.find(id)).filter((one) => one !== undefined))
      .filter(
        (sessions) => sessions.length > 0 && sessions.every(({ link, busy }) => link !== undefined && busy === 0),
      );
    return idle.toSorted((one, other) => lastUsedMs(one) - lastUsedMs(other))[0];
  }

  async #openIn(agent: Agent, session: LiveSession, isOwn: boolean): Promise<Session> {
    const { log } = this.#options;
    const { row } = session;
    const setup = await this.#setupOf(session, isOwn);
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

  async #setupOf(session: LiveSession, isOwn: boolean): Promise<Omit<SessionSetup, "cwd">> {
    const { additionalFolders, turns } = session.row;
    const given = this.#givenServers(session);
    for (const text of given.problems) session.record({ type: "note", level: "warning", text });
    if (isOwn) return { additionalFolders, mcpServers: given.servers, policy: () => session.policy };
    const { servers, problems } = await this.#withConfigured(session, given.servers);
    // Later they would only be repeated with every start of the agent.
    if (turns <= 1) for (const text of problems) session.record({ type: "note", level: "warning", text });
    return { additionalFolders, mcpServers: servers };
  }

  /** All MCP servers that an agent of others gets for a session: configured ones, the session's own and those of editors. */
  async findServers(session: LiveSession): Promise<ListedServers> {
    const given = this.#givenServers(session);
    const { servers, problems } = await this.#withConfigured(session, given.servers);
    return { servers, problems: [...given.problems, ...problems] };
  }

  async #withConfigured({ row }: LiveSession, given: readonly McpServer[]): Promise<ListedServers> {
    const { servers, problems } = await this.#options.findMcpServers(row.cwd);
    return { servers: mergeExtensions(servers, given), problems };
  }

  #givenServers({ id, row }: LiveSession): ListedServers {
    const { launches, editorServers } = this.#options;
    const { servers, problems } = fillSecrets(row.extensions, launches.get(id)?.secrets ?? {});
    return { servers: [...servers, ...editorServers(id)], problems };
  }

  async #setMode(session: LiveSession, link: AgentLink, entry: AgentEntry): Promise<void> {
    if (entry.kind === "mode" && entry.modeId !== undefined && link.choices.modeId !== entry.modeId) {
      await link.setMode(entry.modeId);
    }
    if (session.link !== undefined) session.link = { ...session.link, agent: entry.name };
    session.change({ agent: entry.name });
  }
}

function hasHistory({ row }: LiveSession): boolean {
  return row.lastSeq > row.clearedSeq;
}

function lastUsedMs(sessions: readonly LiveSession[]): number {
  return Math.max(...sessions.map(({ usedAtMs }) => usedAtMs));
}

function nothing(): void {
  // Only the end matters here.
}
