// The policy of one session, in addition to the rules of the machine and the workspace: its approval level and its own
// tool patterns.
import { describeKnownNames, isObject } from "@parley/base";
import { APPROVAL_LEVELS, type ApprovalLevel } from "./levels.ts";
import { compileRules } from "./rules/compile.ts";

/** Patterns such as `execute(npm run *)`, as in a rules file. */
export interface RulePatterns {
  readonly autoAllow: readonly string[];
  readonly autoReject: readonly string[];
}

export interface SessionPolicy {
  readonly level: ApprovalLevel;
  readonly rules: RulePatterns;
}

export const NO_PATTERNS: RulePatterns = { autoAllow: [], autoReject: [] };

type Parsed<Value> = { readonly value: Value } | { readonly field: string; readonly expected: string };

const LISTS = ["autoAllow", "autoReject"] as const;

export function parseLevel(value: unknown): Parsed<ApprovalLevel> {
  const level = APPROVAL_LEVELS.find((name) => name === value);
  return level === undefined ? { field: "", expected: `one of ${APPROVAL_LEVELS.join(", ")}` } : { value: level };
}

/** A missing list counts as empty. `field` is the location of the first mistake, for example `autoAllow/2`. */
export function parsePatterns(value: unknown): Parsed<RulePatterns> {
  if (!isObject(value)) return { field: "", expected: "an object with autoAllow and autoReject" };
  const unknown = Object.keys(value).find((key) => !(LISTS as readonly string[]).includes(key));
  if (unknown !== undefined) return { field: unknown, expected: describeKnownNames(unknown, LISTS) };
  const [broken] = compileRules([{ layer: "session", raw: value }]).broken;
  if (broken !== undefined) {
    const { list, index, expected } = broken;
    return { field: index === undefined ? list : `${list}/${index}`, expected };
  }
  const { autoAllow = [], autoReject = [] } = value;
  // Anything that is not a pattern counts as broken.
  return { value: { autoAllow, autoReject } as RulePatterns };
}

/**
 * Whether the first is less strict than the second for at least one request: a higher level, one more allowed pattern,
 * one less rejected.
 */
export function isLooser(one: SessionPolicy, other: SessionPolicy): boolean {
  const rank = ({ level }: SessionPolicy): number => APPROVAL_LEVELS.indexOf(level);
  if (rank(one) > rank(other)) return true;
  return (
    one.rules.autoAllow.some((pattern) => !other.rules.autoAllow.includes(pattern)) ||
    other.rules.autoReject.some((pattern) => !one.rules.autoReject.includes(pattern))
  );
}
