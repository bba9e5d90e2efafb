// The order of precedence: deny rule > tool groups of the mode > hook > remembered choice > written rule > approval level. A grant
// answers questions.
import type { HookAnswer } from "./facts.ts";
import type { Danger, RuleRef, Verdict } from "./decision.ts";
import { worse } from "./dangers.ts";
import type { Item, Objection } from "./item.ts";
import { decideByLevel, type ApprovalLevel } from "./levels.ts";
import { describeAllowed, describeRule, explainLevel } from "./reasons.ts";
import type { Rule } from "./rules/rule.ts";

export interface Opinion {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule: RuleRef;
}

/** What decides in addition to the rules of the items. */
export interface DecisionInputs {
  readonly items: readonly Item[];
  /** Applies to the whole request: only the user's answer overrides it. */
  readonly ceiling: Objection | undefined;
  /** The mode that lacks the tools for this; undefined if the mode allows it. */
  readonly forbiddenBy: string | undefined;
  readonly hook: HookAnswer | undefined;
  readonly level: ApprovalLevel;
  /** Who allowed the same thing in this turn. */
  readonly grantedBy: "person" | "rule" | undefined;
}

export function settle(inputs: DecisionInputs): Opinion {
  const { items, hook, forbiddenBy, level, grantedBy } = inputs;
  const denied = firstOf(items, findDenial);
  if (denied !== undefined) return denied;
  if (forbiddenBy !== undefined) {
    return {
      verdict: "deny",
      reason: `The mode ${forbiddenBy} does not allow this`,
      rule: { source: "mode", id: forbiddenBy },
    };
  }
  const ceiling = findCeiling(inputs);
  const opinion = hook === undefined ? combine(items, level) : followHook(hook);
  const held = opinion.verdict === "allow" && ceiling !== undefined ? ask(ceiling) : opinion;
  if (held.verdict !== "ask") return held;
  if (grantedBy === "person" || (grantedBy === "rule" && ceiling === undefined)) {
    return toGranted(grantedBy);
  }
  if (level !== "autopilot") return held;
  return { verdict: "deny", reason: `${held.reason}; autopilot denies anything that needs approval`, rule: held.rule };
}

export function toGranted(by: "person" | "rule"): Opinion {
  const reason = by === "person" ? "You allowed this earlier in the turn" : "A rule allowed this earlier in the turn";
  return { verdict: "allow", reason, rule: { source: "grant", id: by } };
}

/** The worst of them, which the user should see first. */
export function findDanger(items: readonly Item[]): Danger | undefined {
  let found: Danger | undefined;
  for (const { danger } of items) {
    if (danger !== undefined && worse(found?.class, danger.class) === danger.class) found = danger;
  }
  return found;
}

function findDenial({ name, denial, written }: Item): Opinion | undefined {
  if (denial !== undefined) {
    return { verdict: "deny", reason: denial.sentence, rule: { source: "built-in", id: denial.id } };
  }
  return written.deny === undefined ? undefined : follow(name, written.deny);
}

function findCeiling({ items, ceiling }: DecisionInputs): Objection | undefined {
  return ceiling ?? items.find((item) => item.ceiling !== undefined)?.ceiling;
}

function followHook({ verdict, name, reason }: HookAnswer): Opinion {
  return { verdict, reason: reason ?? `The hook ${name} answered ${verdict}`, rule: { source: "hook", id: name } };
}

/** Allowed only if everything in it is. */
function combine(items: readonly Item[], level: ApprovalLevel): Opinion {
  const opinions = items.map((item) => decideItem(item, level));
  const strictest =
    opinions.find(({ verdict }) => verdict === "deny") ??
    opinions.find(({ verdict }) => verdict === "ask") ??
    // The most informative reason: a rule rather than the level.
    opinions.find(({ rule }) => rule.source !== "level") ??
    opinions[0];
  return strictest ?? ask({ id: "nothing-known", sentence: "Parley does not know what this would do" });
}

function decideItem(item: Item, level: ApprovalLevel): Opinion {
  const { name, remembered, written } = item;
  const rule = remembered.deny ?? remembered.allow ?? written.ask ?? written.allow;
  if (rule !== undefined) return follow(name, rule);
  const verdict = decideByLevel(level, item.effect, item.concerns);
  const byLevel = { source: "level", id: level } as const;
  return {
    verdict,
    reason: verdict === "allow" ? describeAllowed(item, level) : explainLevel(item, level),
    rule: byLevel,
  };
}

function follow(name: string, rule: Rule): Opinion {
  return { verdict: rule.verdict, reason: rule.note ?? describeRule(name, rule), rule: rule.ref };
}

function ask({ id, sentence }: Objection): Opinion {
  return { verdict: "ask", reason: sentence, rule: { source: "built-in", id } };
}

function firstOf<Value, Found>(values: readonly Value[], find: (value: Value) => Found | undefined): Found | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
