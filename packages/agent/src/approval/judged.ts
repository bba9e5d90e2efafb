// The decisions of policy on everything that one call accesses; the strictest one applies to the call.
import type { Judge, Subject } from "@parley/home/judge";
import { type Decision, type HookAnswer, type Proposal, TOOL_KINDS, type ToolKind, type Verdict } from "@parley/policy";
import type { ApprovalRequest } from "./approver.ts";

/** The part of a judge that an approver uses. */
export type ApprovalJudge = Pick<Judge, "answered" | "consider" | "grant" | "propose" | "remember" | "write">;

export interface Judged {
  readonly subject: Subject;
  readonly decision: Decision;
}

/** Adds a hook's answer to the facts, where policy expects it. */
export function toSubjects({ subjects, toolCall, hook }: ApprovalRequest): readonly Subject[] {
  if (hook === undefined) return subjects;
  if (subjects.length > 0) return subjects.map((subject) => withHook(subject, hook));
  // A call without subjects that a hook comments on is decided by its tool.
  if (hook.verdict === "allow") return [];
  const name = toolCall.name ?? toolCall.title ?? "tool";
  return [{ request: { kind: "tool", name }, facts: { name, kind: toToolKind(toolCall.kind), hook } }];
}

export function withHook({ request, facts }: Subject, hook: HookAnswer): Subject {
  return { request, facts: { ...facts, hook } };
}

export function considerAll(judge: ApprovalJudge, subjects: readonly Subject[]): Promise<Judged[]> {
  return Promise.all(subjects.map(async (subject) => ({ subject, decision: await judge.consider(subject) })));
}

export function strictest(judged: readonly Judged[]): Verdict {
  if (judged.some(({ decision }) => decision.verdict === "deny")) return "deny";
  return judged.some(({ decision }) => decision.verdict === "ask") ? "ask" : "allow";
}

export function findVerdict(judged: readonly Judged[], verdict: Verdict): readonly Judged[] {
  return judged.filter(({ decision }) => decision.verdict === verdict);
}

/** The choices that settle the same call next time. Empty if a hook asks, because hooks override remembered choices. */
export async function proposeAll(judge: ApprovalJudge, asking: readonly Judged[]): Promise<readonly Proposal[]> {
  if (asking.some(({ decision }) => decision.rule.source === "hook")) return [];
  const proposed = await Promise.all(asking.map(({ subject }) => judge.propose(subject)));
  if (proposed.some((proposals) => proposals.length === 0)) return [];
  const byText = new Map(proposed.flat().map((proposal) => [JSON.stringify(proposal), proposal]));
  return [...byText.values()];
}

/** Whether the call is dangerous: secrets, risky commands, paths outside, or something that no choice can cover. */
export async function isGrave(judge: ApprovalJudge, asking: readonly Judged[]): Promise<boolean> {
  const proposed = await Promise.all(asking.map(({ subject }) => judge.propose(subject)));
  return proposed.some(
    (proposals) => proposals.length === 0 || proposals.some(({ including }) => including.length > 0),
  );
}

function toToolKind(kind: string | null | undefined): ToolKind {
  return TOOL_KINDS.find((known) => known === kind) ?? "other";
}
