// Operations on questions of agents: list and answer.
import { defineOperations } from "../operation.ts";
import {
  answerSchema,
  confirmationSchema,
  elicitationAnswerSchema,
  interactionSchema,
  interactionsQuerySchema,
  interactionsReplySchema,
} from "./schemas.ts";

const tag = "Questions";
const shown = { description: "The question and its answer.", schema: interactionSchema };

export const interactionOperations = defineOperations({
  "interactions/confirm": {
    method: "post",
    path: "/action-required/tool-confirmation",
    scope: "drive",
    tag,
    summary: "Allow or reject a tool call",
    description: "`always_allow` and `always_deny` are saved as rules, which `parley rules list` shows.",
    body: confirmationSchema,
    example: { id: "0193…", action: "allow_once" },
    reply: { description: "The question is answered." },
    errors: [404, 409],
  },
  "interactions/submit": {
    method: "post",
    path: "/action-required/elicitation",
    scope: "drive",
    tag,
    summary: "Submit a form",
    body: elicitationAnswerSchema,
    example: { id: "0193…", action: "accept", content: { name: "value" } },
    reply: { description: "The question is answered." },
    errors: [404, 409],
  },
  "interactions/list": {
    method: "get",
    path: "/interactions",
    scope: "read",
    tag,
    summary: "List questions of agents",
    query: interactionsQuerySchema,
    reply: { description: "The matching questions.", schema: interactionsReplySchema },
  },
  "interactions/get": {
    method: "get",
    path: "/interactions/{id}",
    scope: "read",
    tag,
    summary: "Get a question",
    reply: shown,
    errors: [404],
  },
  "interactions/answer": {
    method: "post",
    path: "/interactions/{id}",
    scope: "drive",
    tag,
    summary: "Answer a question",
    description:
      "Answer a permission with `option_id` or `action`, an elicitation with `action` and `content`. The first answer counts; later ones get 409.",
    body: answerSchema,
    example: { action: "allow_once" },
    reply: shown,
    errors: [404, 409],
  },
});
