// A parsed rule, and the result of matching a set of rules.
import type { Concerns } from "../concerns.ts";
import type { RuleRef, Verdict } from "../decision.ts";

export interface Rule {
  readonly ref: RuleRef;
  readonly verdict: Verdict;
  /** Concerns that an allow rule covers. */
  readonly coverage: Concerns;
  /** Why the rule exists, in its author's words. */
  readonly note: string | undefined;
  /** What it covers, for the user. */
  readonly text: string;
  /** Where it was written; of two equal rules, the first is named. */
  readonly order: number;
}

/** The first rule of each verdict that matches. */
export class Matches {
  deny: Rule | undefined;
  ask: Rule | undefined;
  allow: Rule | undefined;
  /** An allow rule that matches but does not cover the concerns. */
  narrow: Rule | undefined;

  add(rule: Rule, concerns: Concerns): void {
    if (rule.verdict === "deny") this.deny = first(this.deny, rule);
    else if (rule.verdict === "ask") this.ask = first(this.ask, rule);
    else if ((concerns & ~rule.coverage) === 0) this.allow = first(this.allow, rule);
    else this.narrow = first(this.narrow, rule);
  }
}

function first(a: Rule | undefined, b: Rule): Rule {
  return a === undefined || b.order < a.order ? b : a;
}
