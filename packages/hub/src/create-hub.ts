// Opens a hub: assembles its parts, and recovers the turns of an earlier process.
import type { Implementation } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { ClientLimits } from "@parley/client";
import type { Telemetry } from "@parley/observe/otel";
import type { ApprovalLevel } from "@parley/policy";
import type { FindComplete, ExternalAgents, OwnAgent } from "./api/sources.ts";
import { HubFiles } from "./files/create-files.ts";
import { assembleParts, type HubParts } from "./hub-parts.ts";
import type { Hub } from "./api/hub.ts";
import { openKeys, type OpenKeys } from "./keys/server-keys.ts";
import type { ServerKeysFile } from "./api/keys.ts";
import type { FindHubSandbox } from "./links/hub-sandbox.ts";
import type { RemoteAgents } from "./api/remote-agents.ts";
import type { EditorToolsProgram } from "./editors/editor-tools.ts";
import { createPlans, type HubPlans } from "./plans/create-plans.ts";
import { createRecipes } from "./recipes/create-recipes.ts";
import { createHubNodes } from "./nodes/hub-nodes.ts";
import { expireOverdue } from "./interactions/expire-overdue.ts";
import { joinNodes, type JoinedNodes, type JoinOptions } from "./nodes/join-nodes.ts";
import type { RoutedParts } from "./nodes/route-hub.ts";
import { endInterrupted, recoverTurns } from "./recover.ts";
import { keepWithinRetention, type Retention } from "./retention.ts";
import { createRules } from "./rules/create-rules.ts";
import { createRouting } from "./routing/create-routing.ts";
import type { OpenMcpOffer } from "./api/session-offer.ts";
import { suspendWaiting } from "./suspend.ts";
import { releaseIdle } from "./sessions/release-idle.ts";
import type { HubStore } from "./api/store.ts";
import type { NotifySetting } from "./api/notify.ts";
import { Notifier } from "./notify/notifier.ts";

export interface HubOptions {
  /** The hub owns it and closes it. */
  readonly store: HubStore;
  /** `~/.parley`: rules, audit, snapshots. */
  readonly parleyHome: string;
  readonly own: OwnAgent;
  readonly external: ExternalAgents;
  /** Folder of sessions that name none. */
  readonly defaultCwd: string;
  /** Default: the default mode of the first slot. */
  readonly defaultAgent?: string | undefined;
  /** The model that routes, plans and writes recipes. */
  readonly findComplete?: FindComplete | undefined;
  /** Lists what MCP servers offer, for agents that do not list it themselves. */
  readonly openMcp?: OpenMcpOffer | undefined;
  /** Connects to agents of other servers. Without it, there are none. */
  readonly remoteAgents?: RemoteAgents | undefined;
  /** Of new sessions that are given none (default: supervised). */
  readonly level?: ApprovalLevel | undefined;
  /** The sandbox of each program (default: none). */
  readonly sandbox?: FindHubSandbox | undefined;
  /** False: no snapshots are taken, and turns are not compared. */
  readonly snapshots?: boolean | undefined;
  /**
   * Commands of agents run on a pseudo-terminal, where users can type (default: on pipes, where input ends at once).
   */
  readonly pty?: boolean | undefined;
  readonly clientInfo?: Implementation | undefined;
  /** A question that is not answered within this time is answered with "cancelled". */
  readonly expiresMs?: number | undefined;
  /** An agent's session that was not used for this long is closed, and a process without sessions is stopped. */
  readonly agentIdleMs?: number | undefined;
  /** How long an agent may take to end a cancelled turn. */
  readonly forceMs?: number | undefined;
  /** How long the client of a turn with `onDisconnect: "cancel"` may be gone. */
  readonly disconnectGraceMs?: number | undefined;
  /** The program that gives agents without MCP over HTTP the tools of editors (default: they have none). */
  readonly editorTools?: EditorToolsProgram | undefined;
  /** How long an editor may take to answer a request for a file, and then to confirm that it was cancelled. */
  readonly editorAnswerMs?: number | undefined;
  /** Limits of the connections to agents, where they differ from the client's own. */
  readonly agentLimits?: Partial<ClientLimits> | undefined;
  readonly retention?: Retention | undefined;
  /** Notifications for the user (default: none). */
  readonly notify?: NotifySetting | undefined;
  /** Spans and metrics of each connection to an agent, if a collector is configured. */
  readonly openTelemetry?: ((agent: string) => Telemetry | undefined) | undefined;
  /** On a shared store: this server's address for the others (default: 127.0.0.1). */
  readonly nodeHost?: string | undefined;
  /** The keys in the user's configuration (default: none). */
  readonly serverKeys?: ServerKeysFile | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** Turns that an earlier process left open are recovered before the first request. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { store } = options;
  const parts = assembleParts(options);
  const { agents, programs, turns, changes, clock, log } = parts;
  const { findComplete } = options;
  const files = new HubFiles({ live: parts.live, parleyHome: options.parleyHome, log });
  const recover = (sessionId?: string): Promise<void> => recoverTurns(parts.recovery, sessionId);
  const takePlans = (ids: readonly string[]): Promise<void> => plans.recover(ids);
  const local: RoutedParts = { ...parts, files };
  const endRunning = (sessionId: string): Promise<void> => endInterrupted(parts.recovery, sessionId);
  const keys = await openKeys({ ...options, file: options.serverKeys, log });
  const onSettings = (): void => {
    void parts.agents.reload();
    void keys.sync();
  };
  const joined = join(options, parts, { local, recover, endInterrupted: endRunning, takePlans, onSettings });
  const { sessions, interactions, views, ...routed } = joined?.routed ?? local;
  const routing = createRouting({ agents, log, findComplete });
  const hub = { agents, sessions, turns: routed.turns, routing };
  const plans = createPlans({ hub, store, clock, log, findComplete, onPaused: () => turns.checkIdle() });
  parts.auto.parts = { routing, plans };
  store.nodes?.onLost((ids) => {
    for (const id of ids) plans.lose(id);
  });
  const recipes = createRecipes({ hub, store, clock, log, findComplete });
  if (joined === undefined) {
    await recover();
    await plans.recover();
  } else await joined.start();
  await parts.sessions.ephemeral.load();
  const stops = tidyUp(options, parts);
  const notifier = options.notify && openNotifier(options.notify, options.parleyHome, parts);
  let closing: Promise<void> | undefined;
  return {
    ...hub,
    programs,
    interactions,
    plans,
    recipes,
    rules: createRules(options.parleyHome, async () => joined?.shareRules()),
    views,
    changes,
    fileChanges: routed.fileChanges,
    editors: parts.editors,
    terminals: routed.terminals,
    rewind: routed.rewind,
    files: routed.files,
    worktrees: routed.worktrees,
    history: parts.history,
    nodes: createHubNodes(store.nodes, parts),
    keys: keys.keys,
    store,
    defaultAgent: parts.defaultAgent,
    get isDraining() {
      return turns.isDraining;
    },
    async drain({ graceMs }) {
      turns.isDraining = true;
      plans.pause();
      const stopHandingOver = await joined?.drain();
      await turns.idle(graceMs);
      await stopHandingOver?.();
      await end(parts, plans);
    },
    [Symbol.asyncDispose]: () => (closing ??= close(parts, plans, store, { stops, keys, notifier, joined })),
  };
}

/** Releases and ends idle sessions and processes. Returns a function that stops it. */
function tidyUp(options: HubOptions, parts: HubParts): readonly (() => void)[] {
  const idle = releaseIdle({ ...parts, idleMs: options.agentIdleMs });
  return [idle, keepSmall(options, parts), expireOverdue(parts.interactions, parts.log)];
}

/** Deletes data beyond the retention. Returns a function that stops it. */
function keepSmall({ retention, store }: HubOptions, { notes, worktrees, clock, log }: HubParts): () => void {
  const onDeleted = (sessionId: string): void => {
    notes.sessionDeleted(sessionId);
    void worktrees.sessionDeleted(sessionId);
  };
  return keepWithinRetention({ ...retention, store, onDeleted, clock, log });
}

/** Undefined on a store with one server. */
function join(
  { store, parleyHome, nodeHost: host = "127.0.0.1" }: HubOptions,
  parts: HubParts,
  more: Pick<JoinOptions, "local" | "recover" | "endInterrupted" | "takePlans" | "onSettings">,
): JoinedNodes | undefined {
  const { nodes } = store;
  return nodes === undefined ? undefined : joinNodes({ ...parts, ...more, nodes, store, parleyHome, host });
}

function openNotifier(setting: NotifySetting, cwd: string, { live, changes, log }: HubParts): Notifier {
  const notifier = new Notifier({ setting, cwd, findSession: (id) => live.find(id)?.row, log });
  changes.listen((events) => notifier.take(events));
  return notifier;
}

/** Turns that wait for an answer are left to the next process, with their plans; the others are interrupted. */
async function end(parts: HubParts, plans: HubPlans): Promise<void> {
  plans.freeze();
  suspendWaiting(parts);
  await parts.turns.interrupt();
}

interface ToClose {
  readonly stops: readonly (() => void)[];
  readonly keys: OpenKeys;
  readonly notifier: Notifier | undefined;
  readonly joined: JoinedNodes | undefined;
}

async function close(
  parts: HubParts,
  plans: HubPlans,
  store: HubStore,
  { stops, keys, notifier, joined }: ToClose,
): Promise<void> {
  const { turns, programs, interactions, pool, views, live, agents, changes } = parts;
  turns.isDraining = true;
  for (const stop of stops) stop();
  await joined?.stop();
  await keys.stop();
  await end(parts, plans);
  await programs.close();
  interactions.close();
  await pool.close();
  views.close();
  await live.committer.synced();
  live.close();
  changes.close();
  await notifier?.close();
  turns.close();
  await agents[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
}
