// What policy says of everything that one call touches: the strictest word is the word on the whole.
import type { Judge, Subject } from "@parley/home/judge";
import { type Decision, type HookAnswer, type Proposal, TOOL_KINDS, type ToolKind, type Verdict } from "@parley/policy";
import type { ApprovalRequest } from "./approver.ts";

/** The part of a judge that a approver leans on. */
export type ApprovalJudge = Pick<Judge, "answered" | "consider" | "grant" | "propose" | "remember" | "write">;

export interface Judged {
  readonly subject: Subject;
  readonly decision: Decision;
}

/** With a hook's word in the facts, where policy looks for it. */
export function toSubjects({ subjects, toolCall, hook }: ApprovalRequest): readonly Subject[] {
  if (hook === undefined) return subjects;
  if (subjects.length > 0) return subjects.map((subject) => withHook(subject, hook));
  // It touches nothing, but a hook has something to say about it: then it is judged as the tool that it is.
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

/** All of them together settle the next time. None if a part would be asked about all the same: a hook's word goes before any choice. */
export async function proposeAll(judge: ApprovalJudge, asking: readonly Judged[]): Promise<readonly Proposal[]> {
  if (asking.some(({ decision }) => decision.rule.source === "hook")) return [];
  const proposed = await Promise.all(asking.map(({ subject }) => judge.propose(subject)));
  if (proposed.some((proposals) => proposals.length === 0)) return [];
  const byText = new Map(proposed.flat().map((proposal) => [JSON.stringify(proposal), proposal]));
  return [...byText.values()];
}

/** Whether an allow would have to name what makes it grave (secrets, danger, places outside), or could not cover it at all. */
export async function isGrave(judge: ApprovalJudge, asking: readonly Judged[]): Promise<boolean> {
  const proposed = await Promise.all(asking.map(({ subject }) => judge.propose(subject)));
  return proposed.some(
    (proposals) => proposals.length === 0 || proposals.some(({ including }) => including.length > 0),
  );
}

function toToolKind(kind: string | null | undefined): ToolKind {
  return TOOL_KINDS.find((known) => known === kind) ?? "other";
}
