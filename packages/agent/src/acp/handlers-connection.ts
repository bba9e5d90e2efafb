// Initialization, sign-in and sign-out.
import {
  PROTOCOL_VERSION,
  type AgentCapabilities,
  type AgentHandlers,
  type InitializeRequest,
  type Known,
} from "@parley/acp";
import { toAuthMethods } from "../auth/methods.ts";
import { providers } from "../models/providers.ts";
import type { Agent } from "../session-runtime/agent.ts";
import { AGENT_INFO } from "../agent-info.ts";

const CAPABILITIES: Known<AgentCapabilities> = {
  loadSession: true,
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, fork: {}, additionalDirectories: {} },
  auth: { logout: {} },
  _meta: { parley: { limits: true, cut: true } },
};

export function createConnectionHandlers(agent: Agent): AgentHandlers {
  return {
    // Responds even if fields are missing or another version was requested: the client decides whether to continue.
    initialize: (request) => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: CAPABILITIES,
      agentInfo: AGENT_INFO,
      authMethods: toAuthMethods({
        providers,
        env: agent.options.env,
        loginArgs: agent.options.loginArgs,
        hasTerminal: opensTerminals(request),
      }),
    }),
    authenticate: async ({ methodId }, { id, signal }) => {
      const { signIn } = await import("./sign-in.ts");
      await signIn(agent, methodId, id, signal);
      return {};
    },
    logout: async () => {
      const { signOut } = await import("./sign-in.ts");
      await signOut(agent);
      return {};
    },
  };
}

function opensTerminals({ clientCapabilities }: InitializeRequest): boolean {
  return clientCapabilities?.auth?.terminal === true;
}
