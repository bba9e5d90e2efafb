// One thing that a request touches (a path, a simple command, a host, a tool) and all that is known about it before
// rules, choices and levels decide.
import type { Concerns } from "./concerns.ts";
import type { Danger } from "./decision.ts";
import type { Effect } from "./levels.ts";
import { Matches } from "./rules/rule.ts";
import type { RuleSet } from "./rules/rule-set.ts";

/** A built-in no. */
export interface Objection {
  readonly id: string;
  readonly sentence: string;
}

export interface Item {
  /** What it is called in a reason. */
  readonly name: string;
  readonly effect: Effect;
  /** Nothing goes past it. */
  readonly denial?: Objection | undefined;
  /** Only a person's answer goes past it. */
  readonly ceiling?: Objection | undefined;
  readonly concerns: Concerns;
  /** The sentence of the first concern. */
  readonly worry?: Objection | undefined;
  readonly danger?: Danger | undefined;
  /** True if it stands for all of a request, and not for a part of it. */
  readonly isWhole?: boolean | undefined;
  readonly written: Matches;
  readonly remembered: Matches;
}

/** The sets of rules that decide: the written rules, and what a person answered before. */
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
