// The client's way to a person: every question becomes an interaction.
import type { CreateElicitationResponse } from "@parley/acp";
import type { Ask, ElicitationQuestion, PermissionQuestion, PermissionReply } from "@parley/client";
import type { HubInteractions } from "./create-interactions.ts";

export interface AskOptions {
  readonly interactions: HubInteractions;
  /** The turn that runs in a session now. */
  readonly turnOf: (sessionId: string) => string | undefined;
  /** Name of the session's entry. */
  readonly agentOf: (sessionId: string) => string | undefined;
}

export function createAsk({ interactions, turnOf, agentOf }: AskOptions): Ask {
  const placeOf = (sessionId: string | undefined, agentName: string): Place =>
    sessionId === undefined
      ? { agent: agentName }
      : { sessionId, turnId: turnOf(sessionId), agent: agentOf(sessionId) ?? agentName };
  return {
    async permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionReply> {
      const { interactionId, toolCall, options, decision } = question;
      const over = await interactions.ask(
        {
          ...placeOf(question.sessionId, question.agentName),
          id: interactionId,
          kind: "permission",
          toolCall,
          options,
          reason: decision.reason,
          danger: decision.danger?.sentence,
        },
        signal,
      );
      const answer = over.kind === "permission" ? over.answer : undefined;
      if (answer !== undefined) return { by: over.answeredBy, ...answer };
      return { outcome: { outcome: "cancelled" }, by: over.state === "expired" ? "timeout" : "cancel" };
    },
    async elicitation(question: ElicitationQuestion, signal: AbortSignal): Promise<CreateElicitationResponse> {
      const { interactionId, request } = question;
      const place = placeOf(question.sessionId, question.agentName);
      const over = await interactions.ask({ ...place, id: interactionId, kind: "elicitation", request }, signal);
      return (over.kind === "elicitation" ? over.answer : undefined) ?? { action: "cancel" };
    },
  };
}

interface Place {
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly agent: string;
}
