// What came of one check, seen beside what is documented.
import type { KnownFailure } from "./agents/recipe.ts";
import type { CheckName } from "./checks/names.ts";

export type Outcome =
  | "ok"
  /** An unknown reason: the run fails. */
  | "fail"
  /** It fails as documented. */
  | "known"
  /** It is documented to fail, and does not any more. */
  | "fixed"
  /** The agent does not have it. */
  | "absent";

export interface Cell {
  readonly check: CheckName;
  readonly outcome: Outcome;
  readonly note?: string | undefined;
  readonly ms: number;
}

/** Nothing where it held, why it says nothing, or how it failed. */
export type CheckResult = undefined | { readonly absent: string } | Error;

export function toCell(check: CheckName, result: CheckResult, known: KnownFailure | undefined, ms: number): Cell {
  if (result instanceof Error) {
    const isKnown = known?.sign.test(result.message) === true;
    return { check, outcome: isKnown ? "known" : "fail", note: isKnown ? known.reason : result.message, ms };
  }
  if (result !== undefined) return { check, outcome: "absent", note: result.absent, ms };
  return known === undefined ? { check, outcome: "ok", ms } : { check, outcome: "fixed", note: known.reason, ms };
}
