// The faults a connection may be given, to see what the two sides make of them.
import type { Direction } from "../frames/frame.ts";

export type Fault =
  /** Every byte comes this much later, in order. */
  | { readonly kind: "delay"; readonly ms: number; readonly direction: Direction | undefined }
  /** A message is left out, with this probability. */
  | { readonly kind: "drop"; readonly probability: number; readonly direction: Direction | undefined }
  /** Some of a message's bytes are others, with this probability. */
  | { readonly kind: "garble"; readonly probability: number; readonly direction: Direction | undefined }
  /** After this many messages, half of the next one passes and both sides see the connection closed. */
  | { readonly kind: "cut"; readonly after: number; readonly direction: Direction }
  /** After this many messages the agent is killed. */
  | { readonly kind: "kill"; readonly after: number; readonly direction: Direction };

export interface FaultPlan {
  readonly faults: readonly Fault[];
  /** The same seed makes the same faults in the same traffic. */
  readonly seed: number;
}
