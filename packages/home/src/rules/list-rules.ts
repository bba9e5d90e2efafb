// The rules of a file one by one, for people, with the ids that the audit and error messages name.
import { listRemembered, type Scope } from "@parley/policy";
import { isObject } from "@parley/base";
import type { RawRules, Rules } from "./rules.ts";

export interface ListedRule {
  readonly id: string;
  readonly type: "rule" | "autoAllow" | "autoReject" | "zone" | "choice";
  readonly verdict: "allow" | "ask" | "deny" | "unknown";
  /** What it is about, for people. */
  readonly text: string;
  /** For a choice: how long it applies, and where. */
  readonly holds?: Scope | undefined;
  readonly madeAtMs?: number | undefined;
}

/** The lists in which rules are written. */
const RULE_LISTS = ["rules", "autoAllow", "autoReject"] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** Written rules first, then choices, the newest first. */
export function listRules({ raw, choices }: Rules): readonly ListedRule[] {
  const file = isObject(raw) ? raw : {};
  const chosen = listRemembered(choices.choices).map(
    ({ id, text, choice: { verdict, holds, madeAtMs } }): ListedRule => ({
      id,
      type: "choice",
      verdict,
      text,
      holds,
      madeAtMs,
    }),
  );
  const written = RULE_LISTS.flatMap((list) => {
    const entries = file[list];
    return Array.isArray(entries) ? entries.map((value, index) => describeEntry(list, value, index)) : [];
  });
  return [...written, ...listZones(file), ...chosen];
}

/** The id is the one that policy assigns. */
export function describeEntry(list: RuleList, value: unknown, index: number): ListedRule {
  const place = `machine:${list}[${index}]`;
  if (list === "autoAllow") return { id: place, type: list, verdict: "allow", text: toText(value) };
  if (list === "autoReject") return { id: place, type: list, verdict: "deny", text: toText(value) };
  if (!isObject(value)) return { id: place, type: "rule", verdict: "unknown", text: toText(value) };
  const { id, verdict, kind, note, ...conditions } = value;
  const about = Object.entries(conditions).map(([name, condition]) => `${name} ${toText(condition)}`);
  return {
    id: typeof id === "string" && id !== "" ? id : place,
    type: "rule",
    verdict: isVerdict(verdict) ? verdict : "unknown",
    text: [toText(kind), ...about, ...(typeof note === "string" ? [`(${note})`] : [])].join(" "),
  };
}

function listZones(file: RawRules): ListedRule[] {
  const { zones } = file;
  if (!isObject(zones)) return [];
  return (["allow", "deny"] as const).flatMap((verdict) => {
    const globs = zones[verdict];
    if (globs === undefined) return [];
    return { id: `machine:zones.${verdict}`, type: "zone", verdict, text: toText(globs) };
  });
}

function isVerdict(value: unknown): value is "allow" | "ask" | "deny" {
  return value === "allow" || value === "ask" || value === "deny";
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(toText).join(", ") : JSON.stringify(value);
}
