// The port to agents of other servers: its implementation reads their cards and opens their sessions.
import type { Clock } from "@parley/base";
import type { SessionLog } from "@parley/home/session-log";
import type { ReadCard } from "./remote-card.ts";
import type { AgentLink } from "./agent-link.ts";

export interface OpenRemoteOptions {
  /** The URL of the agent's card, or of a folder above it. */
  readonly url: string;
  /** The log for its events. */
  readonly log: SessionLog;
  /** From an earlier link to the same agent, whose conversation is continued. */
  readonly agentSessionId?: string | undefined;
  readonly clock: Clock;
}

export interface RemoteAgents {
  readonly readCard: ReadCard;
  /** Rejects with `connection_failed` if no agent answers there. */
  openLink(options: OpenRemoteOptions): Promise<AgentLink>;
}
