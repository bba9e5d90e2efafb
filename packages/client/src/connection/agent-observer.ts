// Whoever watches the wire of an agent. It wraps the transport: nothing of it is there when nobody watches.
import type { TransportObserver } from "@parley/rpc";

export interface AgentObserver extends TransportObserver {
  /** The agent's session is this one of ours. What came for it until now was seen before this call, what comes is seen after it. */
  attached?(agentSessionId: string, sessionId: string): void;
}

/** Called for each process: a new one numbers its requests anew. */
export type ObserveAgent = () => AgentObserver;
