// Sessions as every surface sees them.
import type { ContentBlock, EventActor, McpServer, SessionEventBody } from "@parley/acp";
import { type Clock, createId, type Log, ParleyError, type SandboxSetting, stricterSandbox } from "@parley/base";
import type { Agents } from "../api/agents.ts";
import type { HubAgents } from "../agents/create-agents.ts";
import { mergeExtensions, withoutExtension } from "../agents/extensions.ts";
import { NO_PATTERNS, type ApprovalLevel, type SessionPolicy } from "@parley/policy";
import type { SessionLaunches } from "../launches/session-launches.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import { toEntry, type SessionAgents } from "../links/session-agents.ts";
import type { GivenLaunch } from "../api/given-launch.ts";
import type { EventPage, LoggedEvent, Subscriber, Subscription } from "../api/log.ts";
import { readEvents } from "../log/read-events.ts";
import { AUTO, type AutoAgent } from "../auto/auto-agent.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { addMessage } from "./add-message.ts";
import { NO_USAGE } from "../live/add-usage.ts";
import { changeAgent } from "./change-agent.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkNewSession, checkTitle } from "./check-session.ts";
import { EphemeralSessions } from "./ephemeral-sessions.ts";
import { exportSession, importSession } from "./export-session.ts";
import { HITS_DEFAULT, HITS_MAX, SESSIONS_PAGE_DEFAULT, SESSIONS_PAGE_MAX } from "../limits.ts";
import { toNewRow } from "./new-row.ts";
import { checkLaunch, givenTo, setLaunch } from "./set-launch.ts";
import { checkPolicy, setPolicy } from "./set-policy.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { readFigures } from "./session-figures.ts";
import type { OpenMcpOffer, PromptValues, RenderedPrompt, SessionOffer } from "../api/session-offer.ts";
import { readOffer, renderPrompt, type OfferSource } from "./session-offer.ts";
import type {
  HubSession,
  NewHubSession,
  OpenedSession,
  SessionHit,
  SessionPage,
  SessionQuery,
  Sessions,
} from "../api/sessions.ts";
import { SessionAgentAccess } from "./agent-access.ts";
import { SessionChooser } from "./session-chooser.ts";
import { toHubSession } from "./to-hub-session.ts";
import type { HubWorktrees } from "../worktrees/create-worktrees.ts";

export interface SessionsOptions {
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly agents: Agents & Pick<HubAgents, "findMode">;
  readonly sessionAgents: SessionAgents;
  readonly launches: SessionLaunches;
  readonly auto: AutoAgent;
  readonly worktrees: Pick<HubWorktrees, "create" | "sessionDeleted">;
  /** Cancels the turns of a session and waits for their ends. */
  readonly cancelTurns: (sessionId: string) => Promise<void>;
  readonly defaultCwd: string;
  /** Of sessions that have none of their own. */
  readonly defaultLevel: ApprovalLevel;
  readonly openMcp: OpenMcpOffer | undefined;
  readonly defaultAgent: () => Promise<string>;
  /** A session was stored: a new one, a copy or an import. */
  readonly onCreated: (session: HubSession) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export class HubSessions implements Sessions {
  readonly #options: SessionsOptions;
  readonly #chooser: SessionChooser;
  readonly agent: SessionAgentAccess;
  readonly ephemeral: EphemeralSessions;
  /** Sessions that are being stored, for requests with the same key. */
  readonly #creating = new Map<string, Promise<HubSession>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#chooser = new SessionChooser(options);
    this.agent = new SessionAgentAccess(options);
    this.ephemeral = new EphemeralSessions({ ...options, delete: (id) => this.delete(id) });
  }

  get inMemory(): number {
    return this.#options.live.size;
  }

  get defaultPolicy(): SessionPolicy {
    return { level: this.#options.defaultLevel, rules: NO_PATTERNS };
  }

  async create(wanted: NewHubSession): Promise<HubSession> {
    const { store, live, agents, launches, worktrees, clock, defaultCwd } = this.#options;
    await checkNewSession(wanted);
    checkLaunch(wanted);
    await checkSandbox(wanted.sandbox);
    checkPolicy(wanted);
    const isAuto = wanted.agent === AUTO;
    const launch = launches.toLaunch(givenTo(wanted, launches));
    const named = async (): Promise<string> =>
      (isAuto ? undefined : wanted.agent) ?? (await this.#options.defaultAgent());
    const entry = launch?.program === undefined ? await agents.get(await named()) : toEntry(launch.program);
    const now = clock.now();
    const { idempotencyKey: key, id: given = createId(clock) } = wanted;
    const id = key === undefined ? given : await store.claimKey("session", key, given, now);
    const earlier = id === given ? undefined : await this.#findCreated(id);
    if (earlier !== undefined) return this.setLaunch(earlier.id, wanted);
    const insert = async (): Promise<HubSession> => {
      const isApart = wanted.worktree === true;
      const cwd = isApart ? await worktrees.create(id, wanted.cwd ?? defaultCwd) : wanted.cwd;
      const row = toNewRow({ ...wanted, cwd }, { id, entry, launch, defaultCwd, nowMs: now });
      try {
        await store.insertSession(row);
      } catch (error) {
        if (isApart) await worktrees.sessionDeleted(id);
        throw error;
      }
      launches.set(id, launch);
      if (isAuto) await this.#options.auto.setAuto(id, true);
      if (wanted.isEphemeral === true) await this.ephemeral.add(id);
      return this.#created(this.#show(live.add(row)));
    };
    const creating = insert();
    this.#creating.set(id, creating);
    return creating.finally(() => this.#creating.delete(id));
  }

  async setLaunch(id: string, given: GivenLaunch): Promise<HubSession> {
    const session = await this.#options.live.get(id);
    await setLaunch(session, given, this.#options);
    return this.#show(session);
  }

  /** The session that a key stands for; undefined if the request that claimed it failed before it stored one. */
  async #findCreated(id: string): Promise<HubSession | undefined> {
    const creating = this.#creating.get(id);
    if (creating !== undefined) return creating;
    try {
      return await this.get(id);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "session_not_found") throw error;
      return this.#creating.get(id);
    }
  }

  async get(id: string): Promise<HubSession> {
    return this.#show(await this.#options.live.get(id));
  }

  async list({ agent, cwd, limit = SESSIONS_PAGE_DEFAULT, cursor }: SessionQuery = {}): Promise<SessionPage> {
    const { store, live } = this.#options;
    const count = Math.max(1, Math.min(limit, SESSIONS_PAGE_MAX));
    const { rows, nextCursor } = await store.listSessions({ agent, cwd, limit: count, cursor });
    return { sessions: rows.map((row) => this.#show(live.findOwned(row.id) ?? row)), nextCursor };
  }

  async rename(id: string, title: string): Promise<HubSession> {
    const session = await this.#options.live.get(id);
    const checked = checkTitle(title);
    session.change({ title: checked, isTitled: true });
    session.record({ type: "update", update: { sessionUpdate: "session_info_update", title: checked } });
    await session.save();
    return this.#show(session);
  }

  async requireSandbox(id: string, sandbox: SandboxSetting): Promise<HubSession> {
    const known = await this.#options.live.get(id);
    const stricter = stricterSandbox(known.row.sandbox ?? "off", sandbox);
    if (stricter === (known.row.sandbox ?? "off")) return this.#show(known);
    await checkSandbox(sandbox);
    const session = await this.#idle(id);
    session.change({ sandbox: stricter });
    // The next turn starts the agent in the sandbox.
    await this.#options.links.close(session);
    await session.save();
    return this.#show(session);
  }

  async configure(id: string, change: Partial<SessionPolicy>, actor?: EventActor): Promise<HubSession> {
    const session = await this.#options.live.get(id);
    await setPolicy(session, change, actor, this.#options.log);
    await session.save();
    return this.#show(session);
  }

  async fork(
    id: string,
    options: { readonly atSeq?: number; readonly idempotencyKey?: string } = {},
  ): Promise<HubSession> {
    const { store, live, clock } = this.#options;
    const from = await live.get(id);
    const { lastSeq } = from.row;
    const { atSeq = lastSeq, idempotencyKey } = options;
    if (!Number.isSafeInteger(atSeq) || atSeq < 0 || atSeq > lastSeq) {
      throw new ParleyError({ code: "bad_input", message: `/atSeq: must be between 0 and ${lastSeq}` });
    }
    const fresh = createId(clock);
    const forkId =
      idempotencyKey === undefined ? fresh : await store.claimKey(`fork:${id}`, idempotencyKey, fresh, clock.now());
    const earlier = forkId === fresh ? undefined : await this.#findCreated(forkId);
    if (earlier !== undefined) return earlier;
    const copying = this.#copy(from, forkId, atSeq);
    this.#creating.set(forkId, copying);
    return copying.finally(() => this.#creating.delete(forkId));
  }

  async #copy(from: LiveSession, forkId: string, atSeq: number): Promise<HubSession> {
    const { store, launches, clock } = this.#options;
    await from.save();
    const now = clock.now();
    const { agentSessionId: _agents, needsHistory: _told, ...row } = from.row;
    // As of that event: later ones, for example a clear, are not part of the fork.
    const then = atSeq === row.lastSeq ? {} : await readFigures(store, from.id, atSeq);
    await store.insertSession({
      ...row,
      ...then,
      id: forkId,
      forkedFrom: from.id,
      createdAtMs: now,
      updatedAtMs: now,
      lastSeq: 0,
    });
    launches.set(forkId, launches.get(from.id));
    await store.copyEvents(from.id, forkId, atSeq);
    await store.updateSession(forkId, { lastSeq: atSeq });
    return this.#created(await this.get(forkId));
  }

  async clear(id: string): Promise<HubSession> {
    const session = await this.#idle(id);
    await this.#options.links.close(session);
    session.record({ type: "cleared" });
    session.change({ clearedSeq: session.row.lastSeq, agentSessionId: undefined, usage: NO_USAGE });
    await session.save();
    return this.#show(session);
  }

  async delete(id: string): Promise<void> {
    const { store, live, links, launches, cancelTurns } = this.#options;
    const session = await live.get(id);
    await cancelTurns(id);
    await links.close(session);
    await session.save();
    live.delete(session);
    launches.set(id, undefined);
    await store.deleteSession(id);
    await this.#options.worktrees.sessionDeleted(id);
  }

  async addMessage(id: string, role: "user" | "agent", content: readonly ContentBlock[]): Promise<void> {
    await addMessage(await this.#idle(id), role, content, this.#options);
  }

  async handOver(id: string, agent: string): Promise<HubSession> {
    const { sessionAgents, links, auto } = this.#options;
    const session = await this.#idle(id);
    if (agent === AUTO) {
      await auto.setAuto(id, true);
      return this.#show(session);
    }
    const entry = await sessionAgents.get(session, agent);
    await auto.setAuto(id, false);
    await changeAgent(session, entry, { agents: sessionAgents, links });
    // Still linked: the other mode of our own agent is set now, so that all followers see it at once.
    if (session.link !== undefined) await links.open(session, entry);
    await session.save();
    return this.#show(session);
  }

  async *export(
    id: string,
    { redact = true }: { readonly redact?: boolean } = {},
  ): AsyncGenerator<string, void, undefined> {
    const session = await this.#options.live.get(id);
    await session.save();
    yield* exportSession(this.#options.store, session.row, redact);
  }

  async import(
    lines: AsyncIterable<string> | Iterable<string>,
    { agent }: { readonly agent?: string } = {},
  ): Promise<HubSession> {
    const defaultAgent = agent ?? (await this.#options.defaultAgent());
    return this.#created(await this.get(await importSession(lines, { ...this.#options, agent, defaultAgent })));
  }

  async search(
    query: string,
    { limit = HITS_DEFAULT }: { readonly limit?: number } = {},
  ): Promise<readonly SessionHit[]> {
    const hits = await this.#options.store.search(query, Math.max(1, Math.min(limit, HITS_MAX)));
    const found: SessionHit[] = [];
    for (const { sessionId, ...hit } of hits) found.push({ ...hit, session: await this.get(sessionId) });
    return found;
  }

  open(id: string): Promise<OpenedSession> {
    return this.#chooser.open(id);
  }

  setMode(id: string, modeId: string, actor?: EventActor): Promise<OpenedSession> {
    return this.#chooser.setMode(id, modeId, actor);
  }

  setModel(id: string, modelId: string): Promise<OpenedSession> {
    return this.#chooser.setModel(id, modelId);
  }

  setConfigOption(id: string, configId: string, value: string | boolean, actor?: EventActor): Promise<OpenedSession> {
    return this.#chooser.setConfigOption(id, configId, value, actor);
  }

  async offer(id: string): Promise<SessionOffer> {
    return readOffer(await this.#offerSource(id));
  }

  async renderPrompt(id: string, name: string, values: PromptValues): Promise<RenderedPrompt> {
    return renderPrompt(await this.#offerSource(id), name, values);
  }

  async addExtension(id: string, server: McpServer): Promise<HubSession> {
    const session = await this.#idle(id);
    return this.#setExtensions(session, mergeExtensions(session.row.extensions, [server]));
  }

  async removeExtension(id: string, serverName: string): Promise<HubSession> {
    const session = await this.#idle(id);
    const left = withoutExtension(session.row.extensions, serverName);
    if (left.length === session.row.extensions.length) {
      throw new ParleyError({ code: "bad_input", message: `/name: the session has no extension "${serverName}"` });
    }
    return this.#setExtensions(session, left);
  }

  async close(id: string): Promise<void> {
    const session = await this.#options.live.get(id);
    await this.#options.cancelTurns(id);
    await this.#options.links.close(session);
  }

  async events(id: string, page: EventPage = {}): Promise<readonly LoggedEvent[]> {
    const session = await this.#options.live.get(id);
    const isLatest = page.after === undefined && page.before === undefined;
    const before = isLatest ? { before: session.row.lastSeq + 1 } : {};
    return readEvents(this.#options.store, id, { ...page, ...before });
  }

  async subscribe(
    id: string,
    subscriber: Subscriber,
    { after }: { readonly after?: number } = {},
  ): Promise<Subscription> {
    const session = await this.#options.live.get(id);
    return session.follow(subscriber, after);
  }

  async record(id: string, body: SessionEventBody): Promise<void> {
    const session = await this.#options.live.get(id);
    session.record(body);
    await session.save();
  }

  async #offerSource(id: string): Promise<OfferSource> {
    const { live, links, sessionAgents, openMcp } = this.#options;
    const session = await live.get(id);
    const entry = await sessionAgents.get(session);
    const { cwd, extensions } = session.row;
    if (entry.kind === "mode")
      return { link: await links.open(session, entry), cwd, openMcp, servers: [], problems: [] };
    // An agent of another server has its own.
    if (entry.kind === "a2a") return { link: undefined, cwd, openMcp, servers: extensions, problems: [] };
    return { link: undefined, cwd, openMcp, ...(await links.findServers(session)) };
  }

  /** An agent takes MCP servers when its session starts, so the session is reopened with the next turn. */
  async #setExtensions(session: LiveSession, extensions: readonly McpServer[]): Promise<HubSession> {
    await this.#options.links.close(session);
    session.change({ extensions });
    await session.save();
    return this.#show(session);
  }

  #created(session: HubSession): HubSession {
    this.#options.onCreated(session);
    return session;
  }

  #show(session: LiveSession | SessionRow): HubSession {
    return toHubSession(session, this.#options.defaultLevel);
  }

  async #idle(id: string): Promise<LiveSession> {
    const session = await this.#options.live.get(id);
    if (session.busy > 0) {
      const message = `A turn is running in session ${id}. Wait until it ends, or cancel it`;
      throw new ParleyError({ code: "session_busy", message });
    }
    return session;
  }
}
