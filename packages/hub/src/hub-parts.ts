// Assembles the parts of the hub. Data flows one way: dialects → sessions, turns → links → the client → log → followers.
import { findMcpServers } from "@parley/home/mcp-servers";
import { openRulesFile } from "@parley/home/rules";
import type { SessionPolicy } from "@parley/policy";
import { ParleyError, silentLog, systemClock, VERSION, type Clock, type Log } from "@parley/base";
import { createAgents, type HubAgents } from "./agents/create-agents.ts";
import type { HubOptions } from "./create-hub.ts";
import type { ChangeLog } from "./changes/change-log.ts";
import { createChanges } from "./changes/create-changes.ts";
import type { ChangeNotes } from "./changes/note-changes.ts";
import { createEditorFiles } from "./editors/editor-files.ts";
import { EditorTable } from "./editors/editor-table.ts";
import { HubFileChanges } from "./file-changes/create-file-changes.ts";
import { HubHistory } from "./history/create-history.ts";
import { createAsk } from "./interactions/create-ask.ts";
import { HubInteractions } from "./interactions/create-interactions.ts";
import { RecoveredAnswers } from "./interactions/recovered-answers.ts";
import { AgentPool } from "./links/agent-pool.ts";
import { createClientStore } from "./links/client-store.ts";
import { SessionLaunches } from "./launches/session-launches.ts";
import { SessionAgents } from "./links/session-agents.ts";
import { chooseSandbox } from "./links/hub-sandbox.ts";
import { LinkSessions } from "./links/link-sessions.ts";
import type { HubSession } from "./api/sessions.ts";
import type { RemoteAgents } from "./api/remote-agents.ts";
import type { HubStore, SessionRow } from "./api/store.ts";
import { HubPrograms, type ProgramsOptions } from "./programs/create-programs.ts";
import type { RecoverOptions } from "./recover.ts";
import { HubRewind, type RewindOptions } from "./rewind/create-rewind.ts";
import { HubSessions } from "./sessions/create-sessions.ts";
import { toHubSession } from "./sessions/to-hub-session.ts";
import type { LiveSession } from "./live/live-session.ts";
import { LiveSessions } from "./live/live-sessions.ts";
import { HubTerminals } from "./terminals/create-terminals.ts";
import { isOver } from "./api/turns.ts";
import { HubTurns } from "./turns/create-turns.ts";
import type { Turn } from "./api/turns.ts";
import { createToldLater, type ToldLater } from "./told-later.ts";
import { AutoAgent } from "./auto/auto-agent.ts";
import { TurnRunner } from "./turns/turn-runner.ts";
import { HubViews } from "./views/create-views.ts";
import { HubWorktrees } from "./worktrees/create-worktrees.ts";

export interface HubParts {
  readonly agents: HubAgents;
  readonly programs: HubPrograms;
  readonly auto: AutoAgent;
  readonly live: LiveSessions;
  readonly views: HubViews;
  readonly interactions: HubInteractions;
  readonly pool: AgentPool;
  readonly links: LinkSessions;
  readonly turns: HubTurns;
  readonly sessions: HubSessions;
  readonly recovery: RecoverOptions;
  /** The single source of changes for all readers. */
  readonly changes: ChangeLog;
  readonly notes: ChangeNotes;
  readonly fileChanges: HubFileChanges;
  readonly editors: EditorTable;
  readonly terminals: HubTerminals;
  readonly rewind: HubRewind;
  readonly worktrees: HubWorktrees;
  readonly history: HubHistory;
  readonly defaultAgent: () => Promise<string>;
  /** `state`: of a session that is not in memory here. */
  readonly show: (session: LiveSession | SessionRow, state?: HubSession["state"]) => HubSession;
  readonly clock: Clock;
  readonly log: Log;
}

export function assembleParts(options: HubOptions): HubParts {
  const { store, own, external, defaultCwd, clock = systemClock, log = silentLog } = options;
  const { remoteAgents = NO_REMOTE_AGENTS, sandbox, level: defaultLevel = "supervised" } = options;
  const show: HubParts["show"] = (session, state) => toHubSession(session, defaultLevel, state);
  const sources = createChanges({ agents: () => agents, show, clock, log });
  const { changes, notes, agentListeners } = sources;
  const { readCard } = remoteAgents;
  const agents: HubAgents = createAgents({ own, external, store, readCard, sandbox, ...agentListeners, clock, log });
  const onLost = (session: LiveSession): void => leave(session, links, store);
  const onDeleted = (id: string): void => {
    views.forget(id);
    notes.sessionDeleted(id);
  };
  const onUnloaded = (id: string): void => release(id, store, log);
  const onChanged: ChangeNotes["sessionChanged"] = (session, from) => notes.sessionChanged(session, from);
  const live = new LiveSessions({ store, defaultLevel, clock, log, onDeleted, onChanged, onLost, onUnloaded });
  const views = createViews(options, { live, clock, log });
  const { expiresMs } = options;
  const interactions = new HubInteractions({ store, clock, log, expiresMs, keep: (asked) => live.keep(asked) });
  const recovered = new RecoveredAnswers();
  const findTurns = (): HubTurns => turns;
  const told = createToldLater({ live, links: () => links, turns: findTurns, log });
  const fileChanges = new HubFileChanges({
    store,
    live,
    parleyHome: options.parleyHome,
    turnEnded: (id) => turns.endOfRunning(id),
    tell: (session, text) => links.context.addPending(session, text),
  });
  const terminals = new HubTerminals({
    store,
    live,
    open: async (session) => void (await links.open(session, await sessionAgents.get(session))),
    tell: (session, text) => links.context.addPending(session, text),
    log,
  });
  const worktrees = new HubWorktrees({ store, live, log });
  const launches = new SessionLaunches();
  const sessionAgents = new SessionAgents({ agents, launches, external, store });
  const asking = { interactions, recovered, findTurns, ...told };
  const editors = new EditorTable(options.editorTools);
  const pool = createPool(options, { live, views, fileChanges, editors, terminals, ...asking, clock, log });
  const linked = { agents, sessionAgents, launches, editors, pool, live, views, clock, log };
  const links: LinkSessions = createLinks(options, linked);
  const noteOutcome: HubAgents["noteOutcome"] = (outcome) => agents.noteOutcome(outcome);
  const auto = new AutoAgent(store);
  const turnParts = { store, sessions: live, agents: sessionAgents, auto, clock, log };
  const runner = new TurnRunner({ ...turnParts, links, recovered, noteOutcome });
  const turns: HubTurns = new HubTurns({
    ...turnParts,
    runner,
    times: options,
    beforeRun: (id) => fileChanges.beforeTurn(id),
  });
  const recovery: RecoverOptions = { store, sessions: live, turns, interactions, clock, log };
  sources.follow({ turns, interactions });
  connect(turns, interactions, store);
  const defaultAgent = async (): Promise<string> => options.defaultAgent ?? (await firstDefault(agents));
  const { openMcp } = options;
  const cancelTurns = (sessionId: string): Promise<void> => turns.cancelAll(sessionId);
  const onCreated: ChangeNotes["sessionCreated"] = (session) => notes.sessionCreated(session);
  const defaults = { defaultCwd, defaultLevel, defaultAgent, openMcp };
  const owned = { store, live, sessionAgents, launches, auto, worktrees };
  const sessions = new HubSessions({ ...owned, links, agents, ...defaults, cancelTurns, onCreated, clock, log });
  const programs = createPrograms(options, { agents, live, links, pool, views, notes, show, onCreated, clock });
  const past = createPast({ store, live, links, sessionAgents, fileChanges, show, log });
  const shown = { agents, programs, sessions, turns, interactions, views, changes, ...past };
  const offered = { fileChanges, editors, terminals, worktrees };
  return { ...shown, ...offered, defaultAgent, auto, live, pool, links, recovery, notes, show, clock, log };
}

function connect(turns: HubTurns, interactions: HubInteractions, { nodes }: HubStore): void {
  interactions.onChange((interaction) => turns.noteInteraction(interaction));
  turns.onChange((turn) => {
    if (isOver(turn)) interactions.turnOver(turn.id);
  });
  nodes?.onLost((ids) => {
    for (const id of ids) {
      turns.lose(id);
      interactions.lose(id);
    }
  });
}

/** The agent's session is useless now, so its errors do not matter. */
function leave(session: LiveSession, links: Pick<LinkSessions, "close">, { nodes }: HubStore): void {
  void links.close(session, true).catch(() => undefined);
  if (session.lost?.code === "session_lost") nodes?.lose(session.id);
}

/** Another server may have it. If this fails, its lease ends anyway. */
function release(sessionId: string, { nodes }: HubStore, log: Log): void {
  nodes?.release(sessionId).catch((cause: unknown) => log.write("warn", "Could not release a session", { cause }));
}

/** The parts that read earlier turns, and rewind to them. */
function createPast(options: RewindOptions): Pick<HubParts, "history" | "rewind"> {
  return { history: new HubHistory(options), rewind: new HubRewind(options) };
}

function createViews(
  { openTelemetry }: HubOptions,
  { live, clock, log }: Pick<HubParts, "live" | "clock" | "log">,
): HubViews {
  return new HubViews({
    load: (id) => live.get(id),
    about: (id) => live.find(id)?.row,
    openTelemetry,
    clock,
    log,
  });
}

type ProgramParts = Pick<HubParts, "agents" | "live" | "links" | "pool" | "views" | "notes" | "clock"> &
  Pick<ProgramsOptions, "onCreated" | "show">;

function createPrograms(options: HubOptions, { views, notes, ...parts }: ProgramParts): HubPrograms {
  const { store, external, defaultCwd } = options;
  return new HubPrograms({
    ...parts,
    store,
    external,
    defaultCwd,
    traffic: (name, limit) => views.traffic(name, limit),
    onJob: (job) => notes.job(job),
  });
}

type LinkParts = Pick<HubParts, "agents" | "editors" | "pool" | "live" | "views" | "clock" | "log"> & {
  readonly sessionAgents: SessionAgents;
  readonly launches: SessionLaunches;
};

function createLinks(options: HubOptions, parts: LinkParts): LinkSessions {
  const { store, defaultCwd: cwd, remoteAgents = NO_REMOTE_AGENTS, parleyHome } = options;
  const { agents, sessionAgents, launches, editors, pool, live, views, clock, log } = parts;
  return new LinkSessions({
    pool,
    store,
    clock,
    log,
    cwd,
    agents: sessionAgents,
    launches,
    editorServers: (id) => editors.tools.serversFor(id),
    find: (id) => live.find(id),
    sandbox: (program, row) => chooseSandbox(program, row, { find: options.sandbox, parleyHome }),
    findMode: (modeId) => agents.findMode(modeId),
    findMcpServers: async (folder) => {
      const isTrusted = await openRulesFile(parleyHome).isTrusted(folder);
      return findMcpServers({ parleyHome, cwd: folder, isTrusted, given: [] });
    },
    openRemote: ({ url = "" }, session) => {
      const { agentSessionId } = session.row;
      return remoteAgents.openLink({ url, log: views.observeLog(session.openLog()), agentSessionId, clock });
    },
  });
}

type PoolParts = ToldLater &
  Pick<HubParts, "live" | "views" | "interactions" | "fileChanges" | "editors" | "terminals" | "clock" | "log"> & {
    readonly recovered: RecoveredAnswers;
    /** Turns need the pool, and the pool needs turns only when an agent asks. */
    readonly findTurns: () => HubTurns;
  };

function createPool(
  options: HubOptions,
  {
    live,
    views,
    interactions,
    fileChanges,
    editors,
    terminals,
    recovered,
    findTurns,
    onRejected,
    onUnsaved,
    clock,
    log,
  }: PoolParts,
): AgentPool {
  const { parleyHome, snapshots = true } = options;
  const clientInfo = options.clientInfo ?? { name: "parley", title: "Parley", version: VERSION };
  const ask = createAsk({
    interactions,
    recovered,
    turnOf: (id) => findTurns().runningIn(id),
    agentOf: (id) => live.find(id)?.row.agent,
    onUnanswered: (turnId) => findTurns().noteUnanswered(turnId),
    onRejected,
  });
  const store = createClientStore(live);
  return new AgentPool({
    parleyHome,
    ask,
    policy: (id) => policyOf(live.find(id), findTurns().runningIn(id)),
    snapshots,
    onSnapshot: (id, before) => fileChanges.noteSnapshot(id, before),
    files: createEditorFiles({ editors, answerMs: options.editorAnswerMs, onUnsaved, log }),
    terminals: {
      pty: options.pty,
      onStarted: (id, terminal) => terminals.started(id, terminal),
      onOpened: (id, commands) => terminals.opened(id, commands),
    },
    clientInfo,
    clock,
    log,
    store,
    limits: options.agentLimits,
    observe: (key) => views.observe(key),
  });
}

/** With `approve: "rules"` only rules may allow a call, so the strictest level applies to the turn. */
function policyOf(session: LiveSession | undefined, turn: Turn | undefined): SessionPolicy | undefined {
  if (session === undefined || turn?.approve !== "rules") return session?.policy;
  return { ...session.policy, level: "supervised" };
}

const NO_REMOTE_AGENTS: RemoteAgents = {
  readCard: () => Promise.reject(noRemoteAgents()),
  openLink: () => Promise.reject(noRemoteAgents()),
};

function noRemoteAgents(): ParleyError {
  return new ParleyError({ code: "connection_failed", message: "This process cannot connect to remote agents" });
}

async function firstDefault(agents: HubAgents): Promise<string> {
  const slots = await agents.slots();
  const enabled = await agents.list();
  const isEnabled = (name: string): boolean => enabled.some((entry) => entry.name === name);
  const slot = slots.find(({ defaultMode }) => isEnabled(defaultMode));
  return slot?.defaultMode ?? enabled[0]?.name ?? "assistant";
}
