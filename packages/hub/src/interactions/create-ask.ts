// The client's port for asking the user: every question becomes an interaction.
import type { Ask, ElicitationQuestion, ElicitationReply, PermissionQuestion, PermissionReply } from "@parley/client";
import { isUnknown, type EventActor, type PermissionOption } from "@parley/acp";
import { isAllowing } from "@parley/home/judge";
import type { Turn } from "../api/turns.ts";
import { answerElicitation, answerPermission } from "./answer-for-turn.ts";
import type { HubInteractions } from "./create-interactions.ts";
import type { RecoveredAnswers } from "./recovered-answers.ts";

export interface AskOptions {
  readonly interactions: HubInteractions;
  /** The turn that runs in a session now. */
  readonly turnOf: (sessionId: string) => Turn | undefined;
  /** Name of the session's entry. */
  readonly agentOf: (sessionId: string) => string | undefined;
  readonly recovered: RecoveredAnswers;
  /** A question of the turn was answered automatically, although only the user could have answered it. */
  readonly onUnanswered: (turnId: string) => void;
  /** The user said what to do instead. An agent that cannot read this in the answer gets it as the next prompt. */
  readonly onRejected: (rejection: Rejection) => void;
}

export interface Rejection {
  readonly sessionId: string;
  /** The title of the tool call. */
  readonly what: string;
  /** What the user said. */
  readonly why: string;
  readonly actor?: EventActor | undefined;
}

export function createAsk(options: AskOptions): Ask {
  const { interactions, turnOf, agentOf, recovered, onUnanswered, onRejected } = options;
  const originOf = (sessionId: string | undefined, agentName: string): QuestionOrigin =>
    sessionId === undefined
      ? { agent: agentName }
      : { sessionId, turnId: turnOf(sessionId)?.id, agent: agentOf(sessionId) ?? agentName };
  return {
    async permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionReply> {
      const { interactionId, toolCall, options: choices, decision, proposals } = question;
      const origin = originOf(question.sessionId, question.agentName);
      const { turnId = "" } = origin;
      const earlier = recovered.take(turnId, { kind: "permission", toolCall, options: choices });
      if (earlier?.kind === "permission" && earlier.answer !== undefined) {
        // The log has the answerer with the first question; this one never waits for the user.
        return { reason: ANSWERED_BEFORE, ...earlier.answer, by: REMEMBERED };
      }
      const turn = turnOf(question.sessionId);
      const given = turn && answerPermission(turn, question);
      if (turn !== undefined && given !== undefined) {
        if (turn.approve === "unattended") onUnanswered(turn.id);
        return given;
      }
      const isAnother = recovered.isWaiting(turnId);
      const over = await interactions.ask(
        {
          ...origin,
          id: interactionId,
          kind: "permission",
          toolCall,
          options: choices,
          reason: isAnother ? `${decision.reason} (${ASKED_AGAIN})` : decision.reason,
          danger: decision.danger?.sentence,
          proposals: proposals.map(({ text }) => text),
        },
        signal,
      );
      const answer = over.kind === "permission" ? over.answer : undefined;
      if (answer?.reason !== undefined && !isAllowing(chosenOf(answer, choices))) {
        const what = toolCall.title ?? toolCall.toolCallId;
        onRejected({ sessionId: question.sessionId, what, why: answer.reason, actor: over.actor });
      }
      if (answer !== undefined) return { by: over.answeredBy, actor: over.actor, ...answer };
      return { outcome: { outcome: "cancelled" }, by: over.state === "expired" ? "timeout" : "cancel" };
    },
    async elicitation(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationReply> {
      const { interactionId, request } = question;
      const origin = originOf(question.sessionId, question.agentName);
      const earlier = recovered.take(origin.turnId ?? "", { kind: "elicitation", request });
      if (earlier?.kind === "elicitation" && earlier.answer !== undefined) {
        return { ...earlier.answer, by: REMEMBERED };
      }
      const turn = question.sessionId === undefined ? undefined : turnOf(question.sessionId);
      const given = turn && answerElicitation(turn);
      if (turn !== undefined && given !== undefined) {
        onUnanswered(turn.id);
        return given;
      }
      const over = await interactions.ask({ ...origin, id: interactionId, kind: "elicitation", request }, signal);
      const answer = over.kind === "elicitation" ? over.answer : undefined;
      return answer === undefined ? { action: "cancel" } : { ...answer, actor: over.actor };
    },
  };
}

function chosenOf({ outcome }: PermissionReply, options: readonly PermissionOption[]): PermissionOption | undefined {
  const optionId = !isUnknown(outcome) && outcome.outcome === "selected" ? outcome.optionId : undefined;
  return options.find((option) => option.optionId === optionId);
}

const REMEMBERED = "remembered";
const ANSWERED_BEFORE = "Answered after the restart, when the agent had not asked again yet";
const ASKED_AGAIN = "asked again after a restart: this is not what was answered before";

interface QuestionOrigin {
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly agent: string;
}
