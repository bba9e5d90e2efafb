// Schemas of questions and answers.
import { z } from "zod";
import { CONFIRMATION_ACTIONS } from "../translate/permission.ts";

const id = z.string().min(1).describe("Id of the question: `data.id` of the message part that contains it.");

export const interactionSchema = z
  .looseObject({
    id: z.string(),
    kind: z.enum(["permission", "elicitation"]),
    session_id: z.string().optional(),
    turn_id: z.string().optional(),
    agent: z.string(),
    state: z.enum(["pending", "answered", "expired", "cancelled"]),
    created_at: z.string(),
    expires_at: z.string(),
    answered_by: z.string().optional(),
  })
  .meta({ id: "Interaction", description: "A question. The first answer counts, from any client." });

export const interactionsQuerySchema = z.object({
  session_id: z.string().min(1).optional(),
  state: z.enum(["pending", "answered", "expired", "cancelled"]).optional(),
});

export const interactionsReplySchema = z.object({ interactions: z.array(interactionSchema) });

export const confirmationSchema = z.looseObject({
  id,
  action: z.enum(CONFIRMATION_ACTIONS),
  sessionId: z.string().optional(),
  principalType: z.string().optional(),
});

export const elicitationAnswerSchema = z.looseObject({
  id,
  action: z.enum(["accept", "decline", "cancel"]),
  content: z.record(z.string(), z.unknown()).optional().describe("Values of the form's fields, for `accept`."),
});

export const answerSchema = z
  .looseObject({
    option_id: z.string().min(1).optional().describe("For a permission: one of its options."),
    action: z
      .enum([...CONFIRMATION_ACTIONS, "accept", "decline"])
      .optional()
      .describe("For a permission without `option_id`, or for an elicitation."),
    content: z.record(z.string(), z.unknown()).optional(),
    remember: z.enum(["session", "always"]).optional().describe("How long to remember the answer."),
    reason: z.string().optional(),
  })
  .meta({ id: "Answer" });
