// Puts the hub together.
import type { Implementation } from "@parley/acp";
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { ApprovalLevel } from "@parley/policy";
import { createAgents, type AgentsOfHub } from "./agents/create-agents.ts";
import type { Remotes } from "./agents/remotes.ts";
import type { Complete, ExternalAgents, OwnAgent } from "./agents/sources.ts";
import type { Hub } from "./hub.ts";
import { createAsk } from "./interactions/create-ask.ts";
import { HubInteractions } from "./interactions/create-interactions.ts";
import { AgentPool } from "./links/agent-pool.ts";
import { createClientStore } from "./links/client-store.ts";
import { LinkSessions } from "./links/link-sessions.ts";
import { createPlans } from "./plans/create-plans.ts";
import { createRecipes } from "./recipes/create-recipes.ts";
import { goOn, recoverTurns } from "./recover.ts";
import { keepWithinRetention, type Retention } from "./retention.ts";
import { createRouting } from "./routing/create-routing.ts";
import { HubSessions } from "./sessions/create-sessions.ts";
import { LiveSessions } from "./sessions/live-sessions.ts";
import { watchIdleLinks } from "./sessions/watch-idle-links.ts";
import type { HubStore } from "./store/store.ts";
import { HubTurns } from "./turns/create-turns.ts";
import { PlayTurn } from "./turns/play-turn.ts";
import { HubViews } from "./views/create-views.ts";

export interface HubOptions {
  /** The hub's from now on: it is closed with it. */
  readonly store: HubStore;
  /** `~/.parley`: rules, audit, snapshots. */
  readonly parleyHome: string;
  readonly own: OwnAgent;
  readonly external: ExternalAgents;
  /** Where sessions are that name no folder. */
  readonly defaultCwd: string;
  /** The default mode of the first slot unless given. */
  readonly defaultAgent?: string | undefined;
  readonly complete?: Complete | undefined;
  readonly level?: ApprovalLevel | undefined;
  readonly clientInfo?: Implementation | undefined;
  /** A question that nobody answered this long is answered with "cancelled". */
  readonly expiresMs?: number | undefined;
  readonly retention?: Retention | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** Turns that an earlier process left open are brought to an end before anybody sees them. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { store, parleyHome, defaultCwd, level = "supervised", complete, expiresMs } = options;
  const { clock = systemClock, log = silentLog } = options;
  const clientInfo = options.clientInfo ?? { name: "parley", title: "Parley", version: "0.1.0" };
  const agents = createAgents({
    own: options.own,
    external: options.external,
    store,
    remotes: remoteAgents,
    clock,
    log,
  });
  const live = new LiveSessions({ store, clock, log, onDeleted: (id) => views.forget(id) });
  const views: HubViews = new HubViews({ load: (id) => live.get(id), about: (id) => live.find(id)?.row, clock, log });
  const interactions = new HubInteractions({
    store,
    clock,
    log,
    expiresMs,
    onOrphanAnswered: (interaction) => {
      goOn(interaction, recovery).catch((cause: unknown) => log.write("error", "A turn cannot go on", { cause }));
    },
  });
  const ask = createAsk({
    interactions,
    turnOf: (id) => turns.runningIn(id),
    agentOf: (id) => live.find(id)?.row.agent,
  });
  const pool = new AgentPool({
    parleyHome,
    ask,
    level,
    clientInfo,
    clock,
    log,
    cwd: defaultCwd,
    store: createClientStore(live),
    observe: (key) => views.observe(key),
  });
  const links = new LinkSessions({
    pool,
    store,
    log,
    launch: (entry) => agents.launch(entry),
    openRemote: async ({ url = "" }, session) => {
      const { openRemoteLink } = await import("./agents/a2a/open-remote-link.ts");
      return openRemoteLink({ url, log: session.openLog(), sessionId: session.id, clock });
    },
  });
  const noteOutcome: AgentsOfHub["noteOutcome"] = (outcome) => agents.noteOutcome(outcome);
  const play = new PlayTurn({ store, sessions: live, links, agents, noteOutcome, clock, log });
  const turns: HubTurns = new HubTurns({ store, sessions: live, agents, play, clock, log });
  const recovery = { store, sessions: live, turns, clock, log };
  interactions.onChange((interaction) => turns.noteInteraction(interaction));
  const defaultAgent = async (): Promise<string> => options.defaultAgent ?? (await firstDefault(agents));
  const sessions = new HubSessions({ store, live, links, agents, turns, defaultCwd, defaultAgent, clock, log });
  const routing = createRouting({ agents, log, ...(complete === undefined ? {} : { complete }) });
  const parts = { agents, sessions, turns, routing };
  const more = complete === undefined ? {} : { complete };
  const plans = createPlans({ hub: parts, clock, log, ...more });
  const recipes = createRecipes({ hub: parts, store, clock, log, ...more });
  await recoverTurns(recovery);
  await interactions.recover(async ({ turnId }) => turnId !== undefined && turns.table.find(turnId) !== undefined);
  const stopWatching = watchIdleLinks({ live, links, clock, log });
  const stopPruning = keepWithinRetention({ ...options.retention, store, clock, log });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    turns.isDraining = true;
    stopWatching();
    stopPruning();
    await turns.interrupt();
    interactions.close();
    await pool.close();
    views.close();
    await live.committer.synced();
    live.close();
    await agents[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  };
  return {
    ...parts,
    interactions,
    plans,
    recipes,
    views,
    store,
    get isDraining() {
      return turns.isDraining;
    },
    async drain({ graceMs }) {
      turns.isDraining = true;
      await turns.idle(graceMs);
      await turns.interrupt();
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

/** Loaded when there is one: it brings a protocol of its own. */
const remoteAgents: Remotes = {
  readCard: async (url, signal) => (await import("./agents/a2a/read-card.ts")).readCard(url, signal),
};

async function firstDefault(agents: AgentsOfHub): Promise<string> {
  const slots = await agents.slots();
  const enabled = await agents.list();
  const isEnabled = (name: string): boolean => enabled.some((entry) => entry.name === name);
  const slot = slots.find(({ defaultMode }) => isEnabled(defaultMode));
  return slot?.defaultMode ?? enabled[0]?.name ?? "assistant";
}
