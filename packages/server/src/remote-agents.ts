// Agents of other servers, over A2A. The SDK is loaded when the first one is used.
import type { RemoteAgents } from "@parley/hub";

export interface RemoteAgentsOptions {
  /**
   * Private names and addresses at which remote agents are allowed. Public ones, and an address that the user
   * configured, need not be listed.
   */
  readonly hosts?: readonly string[] | undefined;
}

export function createRemoteAgents({ hosts }: RemoteAgentsOptions = {}): RemoteAgents {
  return {
    readCard: async (url, signal) => (await import("./remote-agents/read-card.ts")).readCard(url, signal, { hosts }),
    openLink: async (options) =>
      (await import("./remote-agents/open-remote-link.ts")).openRemoteLink({ ...options, hosts }),
  };
}
