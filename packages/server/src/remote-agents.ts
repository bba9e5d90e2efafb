// Agents of other servers, over A2A. The SDK is loaded when the first one is used.
import type { RemoteAgents } from "@parley/hub";

export interface RemoteAgentsOptions {
  /** Names and addresses of this network that remote agents may be at. Public ones, and an address that a person wrote down, need not be named. */
  readonly hosts?: readonly string[] | undefined;
}

export function createRemoteAgents({ hosts }: RemoteAgentsOptions = {}): RemoteAgents {
  return {
    readCard: async (url, signal) => (await import("./remote-agents/read-card.ts")).readCard(url, signal, { hosts }),
    openLink: async (options) =>
      (await import("./remote-agents/open-remote-link.ts")).openRemoteLink({ ...options, hosts }),
  };
}
