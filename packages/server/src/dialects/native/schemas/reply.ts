// What POST /reply and its like take, as schemas.
import { z } from "zod";
import { NATIVE_GIVEN_MESSAGES_MAX, NATIVE_PLAN_TASKS_MAX } from "../../../limits.ts";
import { messageSchema, tokenStateSchema, userMessageSchema } from "./message.ts";

const agent = z.string().min(1).describe("Name of an agent, or `auto` to have one chosen.");
const messages = z.array(messageSchema).max(NATIVE_GIVEN_MESSAGES_MAX);

const jsonSchema = z
  .record(z.string(), z.unknown())
  .nullish()
  .describe(
    "JSON Schema that the answer has to fit. The agent is asked once more if it does not; then the turn fails. Not with `mode`.",
  );

const planSchema = z
  .looseObject({
    is_compound: z.boolean().optional(),
    tasks: z
      .array(
        z.looseObject({
          task_id: z.string().min(1),
          depends_on: z.array(z.string()).default([]),
          agent_name: z.string().min(1),
          description: z.string().min(1),
        }),
      )
      .min(1)
      .max(NATIVE_PLAN_TASKS_MAX),
    clarifying_questions: z.array(z.string()).nullish(),
  })
  .meta({
    id: "Plan",
    description: "What a PlanProposal said, perhaps changed: tasks, and which must be done before which.",
    example: {
      tasks: [
        { task_id: "1", depends_on: [], agent_name: "backend", description: "say one" },
        { task_id: "2", depends_on: ["1"], agent_name: "qa", description: "say two" },
      ],
    },
  });

export const replySchema = z
  .looseObject({
    user_message: userMessageSchema.optional(),
    session_id: z.string().min(1).optional().describe("One is made unless given."),
    agent: agent.optional(),
    agent_name: agent.optional().describe("The same as `agent`."),
    working_dir: z.string().min(1).optional().describe("Of a session that is made."),
    conversation_so_far: messages
      .nullish()
      .describe("Told to a session that has no conversation yet, else left aside."),
    override_conversation: messages.nullish().describe("Takes the place of the conversation."),
    recipe_name: z.string().min(1).nullish().describe("Id or title of a recipe to begin a session with."),
    json_schema: jsonSchema,
    recipe_version: z.string().min(1).nullish().describe("Of the recipe: another version than this one is not run."),
    recipe_values: z.record(z.string(), z.unknown()).optional().describe("Values of its parameters."),
    mode: z.enum(["plan", "execute_plan"]).nullish().describe("Propose a plan, or carry one out, in place of a turn."),
    plan: planSchema.nullish().describe("Of `execute_plan`."),
    when_busy: z.enum(["queue", "refuse"]).optional().describe("While a turn runs: wait for it, or answer 409."),
    on_disconnect: z
      .enum(["continue", "cancel"])
      .optional()
      .describe("What becomes of the turn when the reader goes away. It goes on unless told otherwise."),
  })
  .meta({ id: "ReplyRequest", example: { user_message: "say hello", agent: "backend" } });

export type ReplyRequest = z.infer<typeof replySchema>;
export type GivenPlan = z.infer<typeof planSchema>;

export const frameSchema = z
  .looseObject({
    type: z.enum([
      "Message",
      "Error",
      "Finish",
      "Notification",
      "UpdateConversation",
      "ModelChange",
      "RoutingDecision",
      "ToolAvailabilityChange",
      "PlanProposal",
    ]),
    token_state: tokenStateSchema.optional(),
  })
  .meta({ id: "Frame", description: "One event of a stream: the JSON of its `data:` line, told apart by `type`." });

export const sessionReplySchema = z.looseObject({
  request_id: z.uuid().optional().describe("Yours; one is made unless given. The turn has the same id."),
  user_message: userMessageSchema,
  agent: agent.optional(),
  override_conversation: messages.nullish(),
  json_schema: jsonSchema,
  when_busy: z.enum(["queue", "refuse"]).optional(),
});

export const sessionReplyReplySchema = z.object({
  request_id: z.string(),
  turn_id: z.string(),
  session_id: z.string(),
});
export const cancelSchema = z.looseObject({
  request_id: z.string().min(1).optional().describe("All turns of the session unless given."),
});
export const cancelReplySchema = z.object({ cancelled: z.array(z.string()) });
