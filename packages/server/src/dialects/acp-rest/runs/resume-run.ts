// Answers what a run awaits.
import type { Hub, Interaction, Turn } from "@parley/hub";
import { toActor } from "../../../auth/actor.ts";
import { answerPermission } from "../../../auth/answer-permission.ts";
import type { Caller } from "../../../http/dialect.ts";
import { RunError } from "../errors.ts";
import { toElicitationResponse } from "../questions/elicitation-answer.ts";
import { toPermissionOutcome } from "../questions/permission-answer.ts";
import { parseResumeMessage, type RunResume } from "../requests.ts";

export interface Answer {
  readonly turn: Turn;
  readonly request: RunResume;
  readonly caller: Caller;
}

/** Returns the id of the answered question. */
export async function resumeRun(hub: Pick<Hub, "interactions">, { turn, request, caller }: Answer): Promise<string> {
  if (typeof request.run_id === "string" && request.run_id !== turn.id) {
    throw new RunError(400, "invalid_input", `run_id: does not match the path (${turn.id})`, { field: "run_id" });
  }
  const interaction = turn.state === "awaiting" ? await findQuestion(hub, turn) : undefined;
  if (interaction === undefined) {
    throw new RunError(
      403,
      "invalid_input",
      `The run is not awaiting an answer: it is ${turn.state.replace("_", "-")}.`,
    );
  }
  if (request.await_resume.type !== "message") {
    const message = `await_resume.type: must be "message", not ${JSON.stringify(request.await_resume.type)}`;
    throw new RunError(403, "invalid_input", message, { field: "await_resume.type" });
  }
  const message = parseResumeMessage(request.await_resume);
  if (interaction.kind === "permission") {
    const outcome = toPermissionOutcome(message, interaction.options);
    await answerPermission(hub, caller, interaction.id, { outcome }, toActor(caller, "acp-rest"));
  } else {
    const response = toElicitationResponse(message, interaction.request);
    await hub.interactions.answerElicitation(interaction.id, response, caller.name, toActor(caller, "acp-rest"));
  }
  return interaction.id;
}

/** The question shown in the run, or the next one if that has just been answered. */
async function findQuestion(hub: Pick<Hub, "interactions">, turn: Turn): Promise<Interaction | undefined> {
  const pending = await hub.interactions.list({ sessionId: turn.sessionId, state: "pending" });
  const ours = pending.filter(({ turnId }) => turnId === turn.id);
  return ours.find(({ id }) => id === turn.interactionId) ?? ours[0];
}
