// Routes for questions of agents: list and answer.
import type { Interaction, PermissionInteraction } from "@parley/hub";
import type { z } from "zod";
import { answerPermission } from "../../../auth/answer-permission.ts";
import type { Caller } from "../../../http/dialect.ts";
import { FieldError } from "../input/field-error.ts";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import {
  answerSchema,
  confirmationSchema,
  elicitationAnswerSchema,
  interactionSchema,
  interactionsQuerySchema,
  interactionsReplySchema,
} from "../schemas/interaction.ts";
import { toElicitationResponse, toNativeInteraction } from "../translate/interaction.ts";
import { CONFIRMATION_ACTIONS, toReply, type ConfirmationAction } from "../translate/permission.ts";

type Answer = z.infer<typeof answerSchema>;

const tag = "Questions";
const shown = { description: "The question and its answer.", schema: interactionSchema };

export function interactionRoutes(native: Native): readonly Route[] {
  const { hub } = native;
  return [
    ...gooseRoutes(native),
    defineRoute(
      {
        method: "get",
        path: "/interactions",
        tag,
        summary: "List questions of agents",
        query: interactionsQuerySchema,
        reply: { description: "The matching questions.", schema: interactionsReplySchema },
      },
      async ({ query }) => {
        const list = await hub.interactions.list({ sessionId: query.session_id, state: query.state });
        return { interactions: list.map(toNativeInteraction) };
      },
    ),
    defineRoute(
      { method: "get", path: "/interactions/{id}", tag, summary: "Get a question", reply: shown, errors: [404] },
      async ({ param }) => toNativeInteraction(await hub.interactions.get(param("id"))),
    ),
    defineRoute(
      {
        method: "post",
        path: "/interactions/{id}",
        tag,
        summary: "Answer a question",
        description:
          "Answer a permission with `option_id` or `action`, an elicitation with `action` and `content`. The first answer counts; later ones get 409.",
        body: answerSchema,
        example: { action: "allow_once" },
        reply: shown,
        errors: [404, 409],
      },
      async ({ context, body, param }) => {
        const interaction = await hub.interactions.get(param("id"));
        return toNativeInteraction(await answer(native, interaction, body, context.get("caller")));
      },
    ),
  ];
}

function gooseRoutes({ hub }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "post",
        path: "/action-required/tool-confirmation",
        tag,
        summary: "Allow or reject a tool call",
        description: "`always_allow` and `always_deny` are saved as rules, which `parley rules list` shows.",
        body: confirmationSchema,
        example: { id: "0193…", action: "allow_once" },
        reply: { description: "The question is answered." },
        errors: [404, 409],
      },
      async ({ context, body }) => {
        const { options } = asPermission(await hub.interactions.get(body.id));
        await answerPermission(hub, context.get("caller"), body.id, toReply(body.action, options));
      },
    ),
    defineRoute(
      {
        method: "post",
        path: "/action-required/elicitation",
        tag,
        summary: "Submit a form",
        body: elicitationAnswerSchema,
        example: { id: "0193…", action: "accept", content: { name: "value" } },
        reply: { description: "The question is answered." },
        errors: [404, 409],
      },
      async ({ context, body }) => {
        asElicitation(await hub.interactions.get(body.id));
        const response = toElicitationResponse(body.action, body.content);
        await hub.interactions.answerElicitation(body.id, response, context.get("caller").name);
      },
    ),
  ];
}

async function answer({ hub }: Native, interaction: Interaction, body: Answer, caller: Caller): Promise<Interaction> {
  if (interaction.kind === "elicitation") {
    if (body.action === undefined) throw new FieldError("action", "is required: accept, decline or cancel");
    const response = toElicitationResponse(body.action, body.content);
    return hub.interactions.answerElicitation(interaction.id, response, caller.name);
  }
  const { sessionId } = interaction;
  const remember =
    body.remember === "session" && sessionId !== undefined
      ? { remember: { scope: "session" as const, sessionId } }
      : body.remember === undefined
        ? {}
        : { remember: { scope: "always" as const } };
  const reply =
    body.option_id === undefined
      ? toReply(asConfirmation(body.action), interaction.options)
      : { outcome: { outcome: "selected", optionId: body.option_id } as const };
  const reason = body.reason === undefined ? {} : { reason: body.reason };
  return answerPermission(hub, caller, interaction.id, { ...reply, ...remember, ...reason });
}

function asConfirmation(action: Answer["action"]): ConfirmationAction {
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
