// Opens a hub: its parts put together, what an earlier process left behind brought to an end.
import type { Implementation } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { ClientLimits } from "@parley/client";
import type { Telemetry } from "@parley/observe/otel";
import type { ApprovalLevel } from "@parley/policy";
import type { FindComplete, ExternalAgents, OwnAgent } from "./api/sources.ts";
import { assembleParts, type HubParts } from "./hub-parts.ts";
import type { Hub } from "./api/hub.ts";
import type { FindHubSandbox } from "./links/hub-sandbox.ts";
import type { RemoteAgents } from "./api/remote-agents.ts";
import { createPlans, type HubPlans } from "./plans/create-plans.ts";
import { createRecipes } from "./recipes/create-recipes.ts";
import { recoverTurns } from "./recover.ts";
import { keepWithinRetention, type Retention } from "./retention.ts";
import { createRouting } from "./routing/create-routing.ts";
import type { OpenMcpOffer } from "./api/session-offer.ts";
import { suspendWaiting } from "./suspend.ts";
import { releaseIdle } from "./sessions/release-idle.ts";
import type { HubStore } from "./api/store.ts";

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
  /** The model that routes, plans and writes recipes. */
  readonly findComplete?: FindComplete | undefined;
  /** Asks MCP servers what they have, where the agent they are bound to does not say. */
  readonly openMcp?: OpenMcpOffer | undefined;
  /** Connects to agents of other servers. Without it, there are none. */
  readonly remoteAgents?: RemoteAgents | undefined;
  readonly level?: ApprovalLevel | undefined;
  /** What agents run in, by their program; the machine as it is unless given. */
  readonly sandbox?: FindHubSandbox | undefined;
  /** False: no snapshots are taken, and turns are not compared. */
  readonly snapshots?: boolean | undefined;
  readonly clientInfo?: Implementation | undefined;
  /** A question that nobody answered this long is answered with "cancelled". */
  readonly expiresMs?: number | undefined;
  /** A session of an agent that was not used this long is closed, and a process that has none left ends. */
  readonly agentIdleMs?: number | undefined;
  /** An agent that does not end a cancelled turn this long is not waited for. */
  readonly forceMs?: number | undefined;
  /** Limits of the connections to agents, where they differ from the client's own. */
  readonly agentLimits?: Partial<ClientLimits> | undefined;
  readonly retention?: Retention | undefined;
  /** Spans and metrics of each connection to an agent, where somebody collects them. */
  readonly openTelemetry?: ((agent: string) => Telemetry | undefined) | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** Turns that an earlier process left open are brought to an end before anybody sees them. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { store } = options;
  const parts = assembleParts(options);
  const { agents, sessions, turns, interactions, views, clock, log } = parts;
  const { findComplete } = options;
  const routing = createRouting({ agents, log, findComplete });
  const hub = { agents, sessions, turns, routing };
  const plans = createPlans({ hub, store, clock, log, findComplete, onPaused: () => turns.checkIdle() });
  parts.auto.parts = { routing, plans };
  const recipes = createRecipes({ hub, store, clock, log, findComplete });
  await recoverTurns(parts.recovery);
  await plans.recover();
  const stops = [
    releaseIdle({ ...parts, idleMs: options.agentIdleMs }),
    keepWithinRetention({ ...options.retention, store, clock, log }),
  ];
  let closing: Promise<void> | undefined;
  return {
    ...hub,
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
      plans.pause();
      await turns.idle(graceMs);
      await end(parts, plans);
    },
    [Symbol.asyncDispose]: () => (closing ??= close(parts, plans, store, stops)),
  };
}

/** What waits for an answer is left to the next process, with its plans; what else runs is interrupted. */
async function end(parts: HubParts, plans: HubPlans): Promise<void> {
  plans.freeze();
  suspendWaiting(parts);
  await parts.turns.interrupt();
}

async function close(parts: HubParts, plans: HubPlans, store: HubStore, stops: readonly (() => void)[]): Promise<void> {
  const { turns, interactions, pool, views, live, agents } = parts;
  turns.isDraining = true;
  for (const stop of stops) stop();
  await end(parts, plans);
  interactions.close();
  await pool.close();
  views.close();
  await live.committer.synced();
  live.close();
  turns.table.close();
  await agents[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
}
