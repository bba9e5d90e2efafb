// The decisions of policy on everything that one call accesses; the strictest one applies to the call.
import type { HookAnswer, Decision, Mode, Proposal, Verdict } from "@parley/policy";
import type { Judge, Subject } from "./judge.ts";

export interface Judged {
  readonly subject: Subject;
  readonly decision: Decision;
}

type Considering = Pick<Judge, "consider">;
type Proposing = Pick<Judge, "propose">;

export function withHook({ request, facts }: Subject, hook: HookAnswer): Subject {
  return { request, facts: { ...facts, hook } };
}

/** `mode`: instead of the judge's own. */
export function considerAll(judge: Considering, subjects: readonly Subject[], mode?: Mode): Promise<Judged[]> {
  return Promise.all(subjects.map(async (subject) => ({ subject, decision: await judge.consider(subject, mode) })));
}

export function strictest(judged: readonly Judged[]): Verdict {
  if (judged.some(({ decision }) => decision.verdict === "deny")) return "deny";
  return judged.some(({ decision }) => decision.verdict === "ask") ? "ask" : "allow";
}

export function findVerdict(judged: readonly Judged[], verdict: Verdict): readonly Judged[] {
  return judged.filter(({ decision }) => decision.verdict === verdict);
}

/** The choices that settle the same call next time. Empty if a hook asks, because hooks override remembered choices. */
export async function proposeAll(judge: Proposing, asking: readonly Judged[]): Promise<readonly Proposal[]> {
  if (asking.some(({ decision }) => decision.rule.source === "hook")) return [];
  const proposed = await Promise.all(asking.map(({ subject }) => judge.propose(subject)));
  if (proposed.some((proposals) => proposals.length === 0)) return [];
  const byText = new Map(proposed.flat().map((proposal) => [JSON.stringify(proposal), proposal]));
  return [...byText.values()];
}

/** Whether the call is dangerous: secrets, risky commands, paths outside, or something that no choice can cover. */
export async function isGrave(judge: Proposing, asking: readonly Judged[]): Promise<boolean> {
  const proposed = await Promise.all(asking.map(({ subject }) => judge.propose(subject)));
  return proposed.some(
    (proposals) => proposals.length === 0 || proposals.some(({ including }) => including.length > 0),
  );
}
