// Schemas of questions and answers.
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOption,
  RequestPermissionOutcome,
  ToolCallUpdate,
} from "@parley/acp";
import { z } from "zod";
import { declared } from "../fields.ts";

/** goose's names for the answers to a permission. */
export const CONFIRMATION_ACTIONS = ["always_allow", "allow_once", "cancel", "deny_once", "always_deny"] as const;
export type ConfirmationAction = (typeof CONFIRMATION_ACTIONS)[number];

const id = z.string().min(1).describe("Id of the question: `data.id` of the message part that contains it.");
const state = z.enum(["pending", "answered", "expired", "cancelled"]);

export interface PermissionAnswer {
  readonly outcome: RequestPermissionOutcome;
  readonly remember?: object | undefined;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

export const interactionSchema = z
  .looseObject({
    id: z.string(),
    kind: z.enum(["permission", "elicitation"]),
    session_id: z.string().optional(),
    turn_id: z.string().optional(),
    agent: z.string(),
    state,
    created_at: z.string(),
    expires_at: z.string(),
    answered_by: z.string().optional(),
    answer: declared<PermissionAnswer | CreateElicitationResponse>(z.looseObject({})).optional(),
    tool_call: declared<ToolCallUpdate>(z.looseObject({ toolCallId: z.string() }))
      .optional()
      .describe("For a permission: what the agent wants to do."),
    options: z
      .array(declared<PermissionOption>(z.looseObject({ optionId: z.string(), name: z.string(), kind: z.string() })))
      .optional()
      .describe("For a permission: the possible answers."),
    reason: z.string().optional().describe("For a permission: why it is asked."),
    danger: z.string().optional().describe("For a permission: what is dangerous about it."),
    proposals: z
      .array(z.string())
      .optional()
      .describe("For a permission: what an answer could be remembered for; empty if it has to be asked every time."),
    request: declared<CreateElicitationRequest>(z.looseObject({}))
      .optional()
      .describe("For an elicitation: its message and its form."),
  })
  .meta({ id: "Interaction", description: "A question. The first answer counts, from any client." });

export const interactionsQuerySchema = z.object({
  session_id: z.string().min(1).optional(),
  state: state.optional(),
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
    remember: z
      .enum(["session", "workspace", "always"])
      .optional()
      .describe("Where the answer holds from now on: in this session, in its folder, or everywhere."),
    reason: z.string().optional(),
  })
  .meta({ id: "Answer" });
