// What each kind of request defines. One file per kind in this folder, and one row in the table.
import type { Coverage } from "../coverage.ts";
import type { Item, Sets } from "../item.ts";
import type { Need } from "../modes.ts";
import type { PolicyFacts, PolicyRequest, RequestKind } from "../request.ts";

export interface Kind<K extends RequestKind> {
  /** Everything it touches. */
  readonly examine: (facts: PolicyFacts<K>, sets: Sets) => readonly Item[];
  /** The tool group that it needs from a mode; undefined if every mode allows it. */
  readonly need: (facts: PolicyFacts<K>) => Need | undefined;
  /** Its subject, on one line. */
  readonly subject: (request: PolicyRequest<K>, facts: PolicyFacts<K>) => string;
  /** The choices that may be remembered for it; `isExact` if there is a concern. */
  readonly coverages: (facts: PolicyFacts<K>, isExact: boolean) => readonly Coverage[];
  /** The keys that a grant must have to cover it. */
  readonly takes: (facts: PolicyFacts<K>) => readonly string[];
  /** The keys of a grant for it. */
  readonly gives: (facts: PolicyFacts<K>) => readonly string[];
}
