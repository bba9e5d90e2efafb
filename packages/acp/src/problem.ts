// Problems that a connection noticed but survived: the peer's problems, and messages that violate the protocol.
import type { Problem } from "@parley/rpc";

export type ConnectionProblem =
  | Problem
  /** A notification whose params do not fit; it was not delivered. */
  | { readonly kind: "invalid_params"; readonly method: string; readonly message: string; readonly params: unknown }
  /** A message that was accepted after fields were repaired, each named by its path. */
  | { readonly kind: "repaired"; readonly method: string; readonly paths: readonly string[] };
