// A remembered choice: an answer "always", as plain data.
import type { Concern } from "../concerns.ts";
import type { Coverage } from "../coverage.ts";

/** How long it applies, and where. */
export type Scope =
  | { readonly scope: "session"; readonly sessionId: string }
  | { readonly scope: "workspace"; readonly workspace: string }
  | { readonly scope: "always" };

export interface Choice {
  readonly id: string;
  readonly verdict: "allow" | "deny";
  readonly holds: Scope;
  readonly covers: Coverage;
  /** The concerns that the user saw and accepted. */
  readonly including: readonly Concern[];
  readonly madeAtMs: number;
}
