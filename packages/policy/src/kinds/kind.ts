// What a kind of request has to know about itself. One file each in this folder, one row each in the table.
import type { Coverage } from "../coverage.ts";
import type { Item, Sets } from "../item.ts";
import type { Need } from "../modes.ts";
import type { PolicyFacts, PolicyRequest, RequestKind } from "../request.ts";

export interface Kind<K extends RequestKind> {
  /** Everything it touches. */
  readonly examine: (facts: PolicyFacts<K>, sets: Sets) => readonly Item[];
  /** What it needs from a mode; undefined if every mode has it. */
  readonly need: (facts: PolicyFacts<K>) => Need | undefined;
  /** What it is about, in one line. */
  readonly subject: (request: PolicyRequest<K>, facts: PolicyFacts<K>) => string;
  /** What may be remembered of it; `isExact` once there is something to worry about. */
  readonly coverages: (facts: PolicyFacts<K>, isExact: boolean) => readonly Coverage[];
  /** What a grant has to have for it, as keys. */
  readonly takes: (facts: PolicyFacts<K>) => readonly string[];
  /** What a grant of it gives, as keys. */
  readonly gives: (facts: PolicyFacts<K>) => readonly string[];
}
