// Initialization, signing in and out, and our extension.
import { PROTOCOL_VERSION, type AgentCapabilities, type AgentHandlers, type Known } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import type { Agent } from "../agent.ts";
import type { ResolvedOptions } from "../options.ts";
import { AGENT_INFO } from "../version.ts";

const SIGN_IN_METHOD = "script";

export function createConnectionHandlers(agent: Agent): AgentHandlers {
  return {
    // The answer is always the version we speak; the client decides whether to continue.
    initialize: () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: toCapabilities(agent.options),
      agentInfo: AGENT_INFO,
      authMethods: [
        { id: SIGN_IN_METHOD, name: "Pretend to sign in", description: "Succeeds at once; nothing leaves the machine" },
      ],
    }),
    authenticate: ({ methodId }) => {
      if (methodId !== SIGN_IN_METHOD) throw RpcError.invalidParams(`unknown methodId ${methodId}`, { methodId });
      agent.isSignedIn = true;
    },
    logout: () => {
      agent.isSignedIn = false;
    },
    "_parley/echo": (params) => params,
  };
}

function toCapabilities({ promptCapabilities }: ResolvedOptions): Known<AgentCapabilities> {
  return {
    loadSession: true,
    promptCapabilities: { ...promptCapabilities },
    // MCP servers of every kind are accepted, but the agent never connects to them.
    mcpCapabilities: { http: true, sse: true },
    sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, fork: {}, additionalDirectories: {} },
    auth: { logout: {} },
  };
}
