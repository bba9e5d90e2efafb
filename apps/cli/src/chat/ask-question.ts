// Shows an agent's question from any session to the user.
import { isUnknown } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { Ask, ElicitationQuestion, PermissionQuestion } from "@parley/client";
import type { OpenQuestion, QuestionAnswer } from "../conversation/conversation.ts";

export interface AskQuestionOptions {
  /** The invalid field of an earlier answer. */
  readonly refused?: ElicitationQuestion["refused"];
  readonly signal: AbortSignal;
}

/** Undefined if it cannot be asked. */
export async function askQuestion(
  question: OpenQuestion,
  ask: Ask,
  { refused, signal }: AskQuestionOptions,
): Promise<QuestionAnswer | undefined> {
  const { id, agent, session_id: sessionId = "", request } = question;
  if (question.kind === "permission") return toAnswer(await ask.permission(toPermission(question), signal));
  if (request === undefined) return undefined;
  return ask.elicitation({ interactionId: id, sessionId, agentName: agent, request, refused }, signal);
}

/** Undefined if a question of another session was left open; its turn keeps waiting. */
export async function askOrLeave(question: OpenQuestion, ask: Ask): Promise<QuestionAnswer | undefined> {
  const answer = await askQuestion(question, ask, { signal: new AbortController().signal });
  return answer !== undefined && "action" in answer && answer.action === "cancel" ? undefined : answer;
}

function toPermission(question: OpenQuestion): PermissionQuestion {
  const { id, agent, session_id: sessionId = "", tool_call: toolCall = { toolCallId: id }, options = [] } = question;
  const { reason = "", danger, proposals = [] } = question;
  return {
    interactionId: id,
    sessionId,
    agentName: agent,
    toolCall,
    options,
    origin: "agent",
    decision: { reason, danger: danger === undefined ? undefined : { sentence: danger } },
    // Only their descriptions are shown; the hub knows what they cover.
    proposals: proposals.map((text) => ({ text })) as unknown as PermissionQuestion["proposals"],
  };
}

function toAnswer({ outcome, remember, reason }: Awaited<ReturnType<Ask["permission"]>>): QuestionAnswer {
  if (isUnknown(outcome) || outcome.outcome !== "selected") return { action: "cancel" };
  return { optionId: outcome.optionId, remember: remember?.scope, reason };
}

/** An invalid form comes back with the field. */
export function toRefused(error: unknown): ElicitationQuestion["refused"] {
  if (!(error instanceof ParleyError) || error.code !== "bad_input") return undefined;
  const [, field, problem] = /\/content\/([^:]+): (.*)$/s.exec(error.message) ?? [];
  return field === undefined || problem === undefined ? undefined : { field, problem };
}
