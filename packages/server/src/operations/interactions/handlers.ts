// Questions of agents: list and answer.
import { CONFIRMATION_ACTIONS, type CheckedParams, type ConfirmationAction } from "@parley/contract";
import type { Interaction, PermissionInteraction } from "@parley/hub";
import { answerPermission, toRemember } from "../../auth/answer-permission.ts";
import type { Call } from "../call.ts";
import { defineHandlers } from "../handler.ts";
import { FieldError } from "../input/field-error.ts";
import { toReply } from "./permission.ts";
import { toElicitationResponse, toNativeInteraction } from "./translate.ts";

type Given = CheckedParams<"interactions/answer">;

export const interactionHandlers = defineHandlers({
  "interactions/confirm": async ({ id, action }, { hub, caller, actor }) => {
    const { options } = asPermission(await hub.interactions.get(id));
    await answerPermission(hub, caller, id, toReply(action, options), actor);
  },
  "interactions/submit": async ({ id, action, content }, { hub, caller, actor }) => {
    asElicitation(await hub.interactions.get(id));
    await hub.interactions.answerElicitation(id, toElicitationResponse(action, content), caller.name, actor);
  },
  "interactions/list": async ({ session_id: sessionId, state }, { hub }) => ({
    interactions: (await hub.interactions.list({ sessionId, state })).map(toNativeInteraction),
  }),
  "interactions/get": async ({ id }, { hub }) => toNativeInteraction(await hub.interactions.get(id)),
  "interactions/answer": async (params, call) => {
    const interaction = await call.hub.interactions.get(params.id);
    return toNativeInteraction(await answer(call, interaction, params));
  },
});

async function answer({ hub, caller, actor }: Call, interaction: Interaction, given: Given): Promise<Interaction> {
  if (interaction.kind === "elicitation") {
    if (given.action === undefined) throw new FieldError("action", "is required: accept, decline or cancel");
    const response = toElicitationResponse(given.action, given.content);
    return hub.interactions.answerElicitation(interaction.id, response, caller.name, actor);
  }
  const remember = given.remember === undefined ? {} : toRemember(given.remember, interaction.sessionId);
  const reply =
    given.option_id === undefined
      ? toReply(asConfirmation(given.action), interaction.options)
      : { outcome: { outcome: "selected", optionId: given.option_id } as const };
  const reason = given.reason === undefined ? {} : { reason: given.reason };
  return answerPermission(hub, caller, interaction.id, { ...reply, ...remember, ...reason }, actor);
}

function asConfirmation(action: Given["action"]): ConfirmationAction {
  const found = CONFIRMATION_ACTIONS.find((one) => one === action);
  if (found === undefined)
    throw new FieldError("action", `is required unless option_id is given: ${CONFIRMATION_ACTIONS.join(", ")}`);
  return found;
}

function asPermission(interaction: Interaction): PermissionInteraction {
  if (interaction.kind === "permission") return interaction;
  throw wrongKind(interaction, "a form: answer it at /action-required/elicitation");
}

function asElicitation(interaction: Interaction): void {
  if (interaction.kind !== "elicitation") {
    throw wrongKind(interaction, "a permission: answer it at /action-required/tool-confirmation");
  }
}

function wrongKind({ id }: Interaction, what: string): FieldError {
  return new FieldError("id", `The question ${id} is ${what}.`);
}
