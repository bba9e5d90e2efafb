// The faults that can be injected into a connection, to test how both sides handle them.
import type { Direction } from "../frames/frame.ts";

export type Fault =
  /** Delays every byte by this time, in order. */
  | { readonly kind: "delay"; readonly ms: number; readonly direction: Direction | undefined }
  /** Drops a message with this probability. */
  | { readonly kind: "drop"; readonly probability: number; readonly direction: Direction | undefined }
  /** Replaces some bytes of a message with this probability. */
  | { readonly kind: "garble"; readonly probability: number; readonly direction: Direction | undefined }
  /** After this many messages, half of the next one passes and both sides see the connection closed. */
  | { readonly kind: "cut"; readonly after: number; readonly direction: Direction }
  /** After this many messages the agent is killed. */
  | { readonly kind: "kill"; readonly after: number; readonly direction: Direction };

export interface FaultPlan {
  readonly faults: readonly Fault[];
  /** The same seed injects the same faults into the same traffic. */
  readonly seed: number;
}
