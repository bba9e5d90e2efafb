// The question that a turn waits for.
import type { Task } from "@a2a-js/sdk";
import type { Hub, Interaction, Turn } from "@parley/hub";
import { toQuestionMessage, type Question } from "./question.ts";

/** A turn can wait for several answers at once: first the one that it names, then the others. */
export async function findQuestion(hub: Hub, turn: Turn): Promise<Interaction | undefined> {
  if (turn.state !== "awaiting") return undefined;
  const open = await hub.interactions.list({ sessionId: turn.sessionId, state: "pending" });
  const questions = open.filter(({ turnId }) => turnId === turn.id);
  return questions.find(({ id }) => id === turn.interactionId) ?? questions[0];
}

/** The same task, with its open question as users see it, which has more than the agent's request in the log. */
export async function withQuestion(hub: Hub, task: Task, turn: Turn): Promise<Task> {
  if (task.status === undefined) return task;
  const question = await findQuestion(hub, turn);
  if (question === undefined) return task;
  const message = toQuestionMessage({ taskId: task.id, contextId: task.contextId }, toPlain(question));
  return { ...task, status: { ...task.status, message } };
}

/** Without the hub's own fields. */
function toPlain(interaction: Interaction): Question {
  const { id: interactionId, kind } = interaction;
  if (kind === "elicitation") return { kind, interactionId, request: interaction.request };
  return { kind, interactionId, toolCall: interaction.toolCall, options: interaction.options };
}
