// What "always" would mean for a request: the choices that the user may be offered.
import { toConcerns } from "../concerns.ts";
import type { Sets } from "../item.ts";
import type { Kind } from "../kinds/kind.ts";
import { KINDS } from "../kinds/table.ts";
import type { PolicyFacts, PolicyRequest, RequestKind } from "../request.ts";
import type { Coverage } from "../coverage.ts";
import type { Choice } from "./choice.ts";
import { describeCoverage } from "./describe-choice.ts";

export type Proposal = Pick<Choice, "covers" | "including"> & { readonly text: string };

/** Together they cover the request; empty if Parley has to ask every time. Paths are shown relative to `folder`. */
export function proposeChoices<K extends RequestKind>(
  request: PolicyRequest<K>,
  facts: PolicyFacts<K>,
  sets: Sets,
  folder?: string,
): readonly Proposal[] {
  const kind: Kind<K> = KINDS[request.kind];
  const items = kind.examine(facts, sets);
  // Choices about the parts cannot cover a concern about the whole.
  const isOnce = items.some(({ denial, ceiling, isWhole }) => denial ?? ceiling ?? isWhole);
  if (isOnce) return [];
  const including = toConcerns(items.reduce((bits, { concerns }) => bits | concerns, 0));
  const coverages = kind.coverages(facts, including.length > 0);
  return coverages.map((covers) => ({ covers, including, text: describeCoverage(relativeTo(folder, covers)) }));
}

function relativeTo(folder: string | undefined, covers: Coverage): Coverage {
  if (folder === undefined || covers.kind !== "path" || !covers.path.startsWith(`${folder}/`)) return covers;
  return { ...covers, path: covers.path.slice(folder.length + 1) };
}
