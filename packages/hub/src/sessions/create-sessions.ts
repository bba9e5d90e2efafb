// Sessions as every surface sees them.
import type { ContentBlock, EventActor, McpServer, SessionEventBody } from "@parley/acp";
import { type Clock, type Log, ParleyError, type SandboxSetting, stricterSandbox } from "@parley/base";
import type { Agents } from "../api/agents.ts";
import type { HubAgents } from "../agents/create-agents.ts";
import { mergeExtensions, withoutExtension } from "../agents/extensions.ts";
import { NO_PATTERNS, type ApprovalLevel, type SessionPolicy } from "@parley/policy";
import type { SessionLaunches } from "../launches/session-launches.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { SessionAgents } from "../links/session-agents.ts";
import type { GivenLaunch } from "../api/given-launch.ts";
import type { EventPage, LoggedEvent, Subscriber, Subscription } from "../api/log.ts";
import { readEvents } from "../log/read-events.ts";
import { AUTO, type AutoAgent } from "../auto/auto-agent.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { addMessage } from "./add-message.ts";
import { NO_USAGE } from "../live/add-usage.ts";
import { changeAgent } from "./change-agent.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkServers, checkTitle } from "./check-session.ts";
import { EphemeralSessions } from "./ephemeral-sessions.ts";
import { exportSession } from "./export-session.ts";
import { HITS_DEFAULT, HITS_MAX } from "../limits.ts";
import { setLaunch } from "./set-launch.ts";
import { setPolicy } from "./set-policy.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { OpenMcpOffer, PromptValues, RenderedPrompt, SessionOffer } from "../api/session-offer.ts";
import { readOffer, renderPrompt, type OfferSource } from "./session-offer.ts";
import type {
  ForkOptions,
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
import { SessionCreation } from "./session-creation.ts";
import { listSessions } from "./list-sessions.ts";
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
  readonly #creation: SessionCreation;
  readonly agent: SessionAgentAccess;
  readonly ephemeral: EphemeralSessions;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#chooser = new SessionChooser(options);
    this.agent = new SessionAgentAccess(options);
    this.ephemeral = new EphemeralSessions({ ...options, delete: (id) => this.delete(id) });
    const { ephemeral } = this;
    this.#creation = new SessionCreation({ ...options, ephemeral, show: (session) => this.#show(session) });
  }

  get inMemory(): number {
    return this.#options.live.size;
  }

  get defaultPolicy(): SessionPolicy {
    return { level: this.#options.defaultLevel, rules: NO_PATTERNS };
  }

  async create(wanted: NewHubSession): Promise<HubSession> {
    const { session, isEarlier } = await this.#creation.create(wanted);
    // A repeated request may bring another environment for the agent's process.
    return isEarlier ? this.setLaunch(session.id, wanted) : session;
  }

  async setLaunch(id: string, given: GivenLaunch): Promise<HubSession> {
    const session = await this.#options.live.get(id);
    await setLaunch(session, given, this.#options);
    return this.#show(session);
  }

  async get(id: string): Promise<HubSession> {
    return this.#show(await this.#options.live.get(id));
  }

  list(query?: SessionQuery): Promise<SessionPage> {
    const { store, live } = this.#options;
    return listSessions({ store, live, show: (session, state) => this.#show(session, state) }, query);
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

  async fork(id: string, options: ForkOptions = {}): Promise<HubSession> {
    return this.#creation.fork(await this.#options.live.get(id), options);
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

  import(
    lines: AsyncIterable<string> | Iterable<string>,
    { agent }: { readonly agent?: string } = {},
  ): Promise<HubSession> {
    return this.#creation.import(lines, agent);
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
    checkServers([server]);
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
    { after, isPatient }: { readonly after?: number; readonly isPatient?: boolean } = {},
  ): Promise<Subscription> {
    const { live } = this.#options;
    // Notices say how long a log of another server is, and nothing else of the session is needed.
    const copy = after === undefined || live.isOwned(id) ? undefined : live.find(id);
    const session = copy?.isUnloaded === false ? copy : await live.get(id);
    return session.follow(subscriber, after, isPatient);
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

  #show(session: LiveSession | SessionRow, rowState?: HubSession["state"]): HubSession {
    return toHubSession(session, this.#options.defaultLevel, rowState);
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
