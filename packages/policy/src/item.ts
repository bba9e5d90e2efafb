// One thing that a request touches (a path, a simple command, a host, a tool), with everything known about it before
// rules, choices and levels decide.
import type { Concerns } from "./concerns.ts";
import type { Danger } from "./decision.ts";
import type { Effect } from "./levels.ts";
import { Matches } from "./rules/rule.ts";
import type { RuleSet } from "./rules/rule-set.ts";

/** A built-in denial. */
export interface Objection {
  readonly id: string;
  readonly sentence: string;
}

export interface Item {
  /** Its name in a reason. */
  readonly name: string;
  readonly effect: Effect;
  /** Nothing overrides it. */
  readonly denial?: Objection | undefined;
  /** Only the user's answer overrides it. */
  readonly ceiling?: Objection | undefined;
  readonly concerns: Concerns;
  /** The sentence of the first concern. */
  readonly worry?: Objection | undefined;
  readonly danger?: Danger | undefined;
  /** True if it stands for the whole request, not for a part of it. */
  readonly isWhole?: boolean | undefined;
  readonly written: Matches;
  readonly remembered: Matches;
}

/** The sets of rules that decide: written rules, and remembered choices. */
export interface Sets {
  readonly written: RuleSet;
  readonly remembered?: RuleSet | undefined;
}

/** Asks both sets. */
export function matchSets(
  sets: Sets,
  match: (set: RuleSet, matches: Matches) => void,
): Pick<Item, "written" | "remembered"> {
  const written = new Matches();
  const remembered = new Matches();
  match(sets.written, written);
  if (sets.remembered !== undefined) match(sets.remembered, remembered);
  return { written, remembered };
}
