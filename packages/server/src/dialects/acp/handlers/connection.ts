// `initialize`: our name, capabilities and agents.
import {
  PROTOCOL_VERSION,
  type AgentCapabilities,
  type AgentHandlers,
  type Known,
  type PromptCapabilities,
} from "@parley/acp";
import { createId, SERVER_PROTOCOL, VERSION } from "@parley/base";
import { AUTO_ENTRY, readAgentFacts, type AgentEntry, type AgentFacts, type Hub } from "@parley/hub";
import type { HandlerContext } from "./context.ts";
import { readMeta } from "./meta.ts";

const AGENT_INFO = { name: "parley", title: "Parley", version: VERSION } as const;

const CAPABILITIES: Known<AgentCapabilities> = {
  loadSession: true,
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, fork: {}, additionalDirectories: {} },
  _meta: { parley: { limits: true } },
};

const INSTANCES = new WeakMap<Hub, string>();

/** Identifies this start of the hub, so that clients notice a restart. */
function instanceOf(hub: Hub): string {
  const instance = INSTANCES.get(hub) ?? createId();
  INSTANCES.set(hub, instance);
  return instance;
}

interface KnownAgent {
  readonly entry: AgentEntry;
  readonly facts: AgentFacts;
}

export function createConnectionHandlers({ hub, sessions }: HandlerContext): AgentHandlers {
  return {
    // Regardless of the requested version: the client decides whether to continue.
    initialize: async (params) => {
      const agents = await listAgents(hub);
      const { agent, events } = readMeta(params);
      sessions.sendsEvents = events;
      const named = agents.find(({ entry }) => entry.name === agent);
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentCapabilities: { ...CAPABILITIES, promptCapabilities: toPromptCapabilities(named ? [named] : agents) },
        agentInfo: named === undefined ? AGENT_INFO : toAgentInfo(named),
        authMethods: [],
        _meta: {
          parley: {
            version: VERSION,
            protocol: SERVER_PROTOCOL,
            instance: instanceOf(hub),
            events,
            agents: agents.map(describe),
          },
        },
      };
    },
    // Lets a client check after a silence whether the server still answers.
    "_parley/ping": () => ({}),
    // The server has authenticated the client already.
    authenticate: () => ({}),
  };
}

export async function listAgents(hub: Hub): Promise<readonly KnownAgent[]> {
  const entries = [...(await hub.agents.list()), AUTO_ENTRY];
  return Promise.all(entries.map(async (entry) => ({ entry, facts: await readAgentFacts(hub.store, entry) })));
}

export function describe({ entry, facts }: KnownAgent): Readonly<Record<string, unknown>> {
  const { name, kind, title, description, slot, modeId, category, whenToUse, availability } = entry;
  const { agentInfo, promptCapabilities } = facts;
  const about = { version: agentInfo?.version, promptCapabilities };
  return {
    name,
    kind,
    title,
    description,
    slot,
    modeId,
    category,
    whenToUse,
    ...about,
    isAvailable: availability.isAvailable,
  };
}

/**
 * A connection serves all agents unless the client names one, so it announces what any agent supports; the response
 * that opens a session has the capabilities of its agent. An agent that never ran counts as one that takes images, as
 * most do. Embedded resources always work: they become text for an agent that does not take them.
 */
function toPromptCapabilities(agents: readonly KnownAgent[]): Known<PromptCapabilities> {
  const known = agents.map(({ facts }) => facts.promptCapabilities);
  const takes = (kind: "image" | "audio"): boolean => known.some((capabilities) => capabilities?.[kind] === true);
  const isUnsure = known.includes(undefined);
  return { image: isUnsure || takes("image"), audio: takes("audio"), embeddedContext: true };
}

/** The version is the agent's own: empty if it never ran here. */
function toAgentInfo({ entry: { name, title }, facts }: KnownAgent): { name: string; title: string; version: string } {
  return { name, title, version: facts.agentInfo?.version ?? "" };
}
