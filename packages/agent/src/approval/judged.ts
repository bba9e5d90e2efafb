// What a call of the agent accesses, with a hook's answer where policy expects it.
import { withHook, type Judge, type Subject } from "@parley/home/judge";
import { TOOL_KINDS, type ToolKind } from "@parley/policy";
import type { ApprovalRequest } from "./approver.ts";

/** The part of a judge that an approver uses. */
export type ApprovalJudge = Pick<Judge, "answered" | "consider" | "grant" | "propose" | "remember" | "write">;

/** Adds a hook's answer to the facts, where policy expects it. */
export function toSubjects({ subjects, toolCall, hook }: ApprovalRequest): readonly Subject[] {
  if (hook === undefined) return subjects;
  if (subjects.length > 0) return subjects.map((subject) => withHook(subject, hook));
  // A call without subjects that a hook comments on is decided by its tool.
  if (hook.verdict === "allow") return [];
  const name = toolCall.name ?? toolCall.title ?? "tool";
  return [{ request: { kind: "tool", name }, facts: { name, kind: toToolKind(toolCall.kind), hook } }];
}

function toToolKind(kind: string | null | undefined): ToolKind {
  return TOOL_KINDS.find((known) => known === kind) ?? "other";
}
