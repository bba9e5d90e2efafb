// The order for one measurement of traffic between a client process and an agent process, and its outcome.
import type { ImplementationName } from "./peers/peer.ts";

export interface TrafficOrder {
  readonly implementation: ImplementationName;
  readonly kind: "updates" | "round-trips" | "pipelined";
  /** Messages before the measurement begins. */
  readonly warmUp: number;
  readonly count: number;
  /** Of the text in each update. */
  readonly textBytes: number;
  /** For Node, in the agent process. */
  readonly agentFlags: readonly string[];
}

/** All per message. */
export interface TrafficSample {
  readonly clientCpuUs: number;
  readonly agentCpuUs: number;
  readonly wallUs: number;
}
