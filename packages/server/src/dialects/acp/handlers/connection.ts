// The first words of a connection: who we are, what we can do, which agents there are.
import { PROTOCOL_VERSION, type AgentCapabilities, type AgentHandlers, type Known } from "@parley/acp";
import type { AgentEntry } from "@parley/hub";
import type { HandlerContext } from "./context.ts";

const AGENT_INFO = { name: "parley", title: "Parley", version: "0.1.0" } as const;

const CAPABILITIES: Known<AgentCapabilities> = {
  loadSession: true,
  promptCapabilities: { image: true, audio: true, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, fork: {}, additionalDirectories: {} },
};

export function createConnectionHandlers({ hub }: HandlerContext): AgentHandlers {
  return {
    // Whatever version was asked for: the client decides whether to go on.
    initialize: async () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: CAPABILITIES,
      agentInfo: AGENT_INFO,
      authMethods: [],
      _meta: { parley: { agents: (await hub.agents.list()).map(describe) } },
    }),
    // Whoever got this far was let in by the server.
    authenticate: () => ({}),
  };
}

export function describe(entry: AgentEntry): Readonly<Record<string, unknown>> {
  const { name, kind, title, description, slot, modeId, category, whenToUse, availability } = entry;
  return { name, kind, title, description, slot, modeId, category, whenToUse, isAvailable: availability.isAvailable };
}
