// Grants: what was allowed in this turn. The permission that a person gave to a tool call covers the file and terminal calls it leads to.
import { KINDS } from "./kinds/table.ts";
import type { Kind } from "./kinds/kind.ts";
import type { PolicyFacts, PolicyRequest, RequestKind } from "./request.ts";

export interface Grant {
  /** It ends with the turn. */
  readonly turnId: string;
  /** What a rule allowed goes less far than what a person did. */
  readonly by: "person" | "rule";
  /** The things it covers, each by its exact name. */
  readonly keys: readonly string[];
}

/** What may be done now that this request was allowed. */
export function createGrant<K extends RequestKind>(
  request: PolicyRequest<K>,
  facts: PolicyFacts<K>,
  { turnId, by }: Pick<Grant, "turnId" | "by">,
): Grant {
  const kind: Kind<K> = KINDS[request.kind];
  return { turnId, by, keys: kind.gives(facts) };
}

/** Whether everything that the request touches was granted. */
export function covers<K extends RequestKind>(grant: Grant, request: PolicyRequest<K>, facts: PolicyFacts<K>): boolean {
  const kind: Kind<K> = KINDS[request.kind];
  const keys = kind.takes(facts);
  return keys.length > 0 && keys.every((key) => grant.keys.includes(key));
}
