// Questions of a turn that was waiting when the server stopped: their answers as events, and as text for the agent.
import type { ContentBlock, SessionEventBody } from "@parley/acp";
import type { Interaction, PermissionInteraction } from "../api/interactions.ts";

/** Of one turn. */
export interface OpenQuestions {
  /** Resolves when all of them are answered, cancelled or expired. */
  readonly over: Promise<readonly Interaction[]>;
  /** The answers are no longer needed. */
  cancel(): Promise<void>;
}

export function toAnsweredEvent(interaction: Interaction): SessionEventBody {
  const { id: interactionId, state, answeredBy, actor } = interaction;
  const by = answeredBy ?? (state === "expired" ? "timeout" : "cancel");
  return interaction.kind === "permission"
    ? {
        type: "permission_answered",
        interactionId,
        outcome: interaction.answer?.outcome ?? { outcome: "cancelled" },
        by,
        ...(interaction.answer?.reason !== undefined && { reason: interaction.answer.reason }),
        ...(actor && { actor }),
      }
    : {
        type: "elicitation_answered",
        interactionId,
        response: interaction.answer ?? { action: "cancel" },
        by,
        ...(actor && { actor }),
      };
}

/** A choice was made, and the agent should continue with it. */
export function isDecided(interaction: Interaction): boolean {
  if (interaction.state !== "answered") return false;
  if (interaction.kind === "elicitation")
    return interaction.answer !== undefined && interaction.answer.action !== "cancel";
  return chosenOption(interaction) !== undefined;
}

export function isAllowed(interaction: Interaction): boolean {
  return interaction.kind === "permission" && chosenOption(interaction)?.kind.startsWith("allow") === true;
}

export function describeQuestion(interaction: Interaction): string {
  if (interaction.kind === "permission") return interaction.toolCall.title ?? interaction.toolCall.toolCallId;
  const { message } = interaction.request as { readonly message?: unknown };
  return typeof message === "string" ? message : "a question";
}

/** For an agent that cannot continue its turn from its own records. */
export function describeAnswers(interactions: readonly Interaction[]): readonly ContentBlock[] {
  const answers = interactions.map(
    (interaction) => `- ${describeQuestion(interaction)}: ${describeAnswer(interaction)}`,
  );
  const text = [
    "The server was restarted while you were waiting for an answer from the user. The answer has now been given:",
    ...answers,
    "Continue the task from there.",
  ].join("\n");
  return [{ type: "text", text }];
}

function describeAnswer(interaction: Interaction): string {
  if (interaction.kind === "elicitation") {
    const { answer } = interaction;
    return answer?.action === "accept" ? JSON.stringify(answer.content ?? {}) : "the user declined to answer.";
  }
  const name = chosenOption(interaction)?.name ?? "";
  return isAllowed(interaction)
    ? `"${name}". It has not been executed yet: make exactly the same call again. It is allowed without another question.`
    : `"${name}". It has not been executed: continue without it.`;
}

function chosenOption({ answer, options }: PermissionInteraction) {
  const outcome = answer?.outcome as { readonly outcome?: string; readonly optionId?: string } | undefined;
  if (outcome?.outcome !== "selected") return undefined;
  return options.find(({ optionId }) => optionId === outcome.optionId);
}
