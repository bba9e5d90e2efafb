// Observes the messages of an agent. It wraps the transport, so it costs nothing when it is not used.
import type { TransportObserver } from "@parley/rpc";

export interface AgentObserver extends TransportObserver {
  /** Links the agent's session id to ours. Earlier messages of the session were observed before this call. */
  attached?(agentSessionId: string, sessionId: string): void;
}

/** Called for each process, because a new one restarts the numbering of requests. */
export type ObserveAgent = () => AgentObserver;
