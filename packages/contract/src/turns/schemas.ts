// Schemas of turns: starting one, its form in replies, and the frames of its stream.
import type { ContentBlock, EventActor, EventError, StopReason, Usage } from "@parley/acp";
import { z } from "zod";
import { count, declared } from "../fields.ts";
import { GIVEN_MESSAGES_MAX, PLAN_TASKS_MAX, QUEUE_PLACE_MAX, TURNS_PAGE_MAX } from "../limits.ts";
import { messageSchema, tokenStateSchema, userMessageSchema } from "../messages/schemas.ts";

const agent = z.string().min(1).describe("Name of an agent, or `auto` to choose one by the prompt.");
const messages = z.array(messageSchema).max(GIVEN_MESSAGES_MAX);
const turnState = z.enum(["created", "in_progress", "awaiting", "cancelling", "completed", "failed", "cancelled"]);

const jsonSchema = z
  .record(z.string(), z.unknown())
  .nullish()
  .describe(
    "JSON Schema of the answer. If the answer does not match, the agent is asked once more, then the turn fails. Not allowed with `mode`.",
  );

const approve = z
  .enum(["ask", "all", "none", "rules", "unattended"])
  .optional()
  .describe(
    "Who answers the questions of this turn (default: `ask`, a person). `all` allows every question that no rule denies, and needs the scope admin. " +
      "`none` rejects every question. `rules` rejects whatever rules do not allow, regardless of the session's level. " +
      "`unattended` rejects every question, and `had_unanswered_question` of the turn says so.",
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
      .max(PLAN_TASKS_MAX),
    clarifying_questions: z.array(z.string()).nullish(),
  })
  .meta({
    id: "Plan",
    description: "The plan of a PlanProposal, possibly edited: tasks and their dependencies.",
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
    session_id: z.string().min(1).optional().describe("Default: a new session."),
    agent: agent.optional(),
    agent_name: agent.optional().describe("The same as `agent`."),
    working_dir: z.string().min(1).optional().describe("Folder of a new session."),
    conversation_so_far: messages
      .nullish()
      .describe("Earlier messages for a new session; ignored if the session has a conversation already."),
    override_conversation: messages.nullish().describe("Replaces the conversation."),
    recipe_name: z.string().min(1).nullish().describe("Id or title of a recipe to start a session with."),
    json_schema: jsonSchema,
    recipe_version: z.string().min(1).nullish().describe("Required version of the recipe."),
    recipe_values: z.record(z.string(), z.unknown()).optional().describe("Values of the recipe's parameters."),
    mode: z.enum(["plan", "execute_plan"]).nullish().describe("Propose or execute a plan instead of running a turn."),
    plan: planSchema.nullish().describe("The plan to execute, for `execute_plan`."),
    when_busy: z
      .enum(["queue", "refuse"])
      .optional()
      .describe("While another turn is running: wait for it, or answer 409."),
    on_disconnect: z
      .enum(["continue", "cancel"])
      .optional()
      .describe(
        "What happens to the turn when the client disconnects (default: continue). `cancel` cancels it after 10 s, " +
          "unless the same request is sent again with the same Idempotency-Key.",
      ),
    approve,
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
  .meta({ id: "Frame", description: "One event of a stream: the JSON of its `data:` line, distinguished by `type`." });

export const startTurnSchema = z.looseObject({
  request_id: z.uuid().optional().describe("Id of the turn (default: generated)."),
  user_message: userMessageSchema,
  agent: agent.optional(),
  override_conversation: messages.nullish(),
  json_schema: jsonSchema,
  when_busy: z.enum(["queue", "refuse"]).optional(),
  approve,
});

export const startedTurnSchema = z.object({
  request_id: z.string(),
  turn_id: z.string(),
  session_id: z.string(),
});
export const cancelSchema = z.looseObject({
  request_id: z.string().min(1).optional().describe("Turn to cancel (default: all turns of the session)."),
});
export const cancelReplySchema = z.object({ cancelled: z.array(z.string()) });

export const turnSchema = z
  .looseObject({
    id: z.string(),
    session_id: z.string(),
    agent: z.string(),
    state: turnState,
    created_at: z.string(),
    finished_at: z.string().optional(),
    first_seq: z.number().int().optional(),
    last_seq: z.number().int().optional(),
    stop_reason: declared<StopReason>(z.string()).optional(),
    error: declared<EventError>(z.looseObject({ code: z.union([z.number(), z.string()]), message: z.string() }))
      .optional()
      .describe("Why the turn failed."),
    usage: declared<Usage>(z.looseObject({ totalTokens: z.number() })).optional(),
    model: z.string().optional().describe("The agent's model when the turn began."),
    cost: z.object({ amount: z.number(), currency: z.string() }).optional().describe("As the agent reported it."),
    interaction_id: z.string().optional().describe("The question that the turn is waiting for."),
    had_unanswered_question: z
      .boolean()
      .optional()
      .describe("Only a person could have answered a question of the turn, and `approve` left none to ask."),
  })
  .meta({ id: "Turn", description: "A prompt and its outcome: a run in ACP-REST, a task in A2A." });

export const queuedPromptSchema = z
  .looseObject({
    turn_id: z.string(),
    created_at: z.string(),
    prompt: z.array(declared<ContentBlock>(z.looseObject({ type: z.string() }))),
    actor: declared<EventActor>(z.looseObject({ surface: z.string(), person: z.string().optional() }))
      .optional()
      .describe("Who prompted."),
  })
  .meta({ id: "QueuedPrompt", description: "A prompt that waits for the running turn of its session." });

export const queueReplySchema = z.object({
  running: z.string().optional().describe("The turn that they wait for."),
  prompts: z.array(queuedPromptSchema).describe("The next one first."),
});

export const queueChangeSchema = z.looseObject({
  text: z.string().min(1).optional().describe("Replaces the text of the prompt; what is attached stays."),
  place: count(0, QUEUE_PLACE_MAX).optional().describe("Where in the queue it goes; 0 is next."),
  interrupt: z
    .boolean()
    .optional()
    .describe("Cancels the running turn, so that this prompt runs at once. Implies place 0."),
});

export const turnsQuerySchema = z.object({
  session_id: z.string().min(1).optional(),
  state: turnState.optional(),
  limit: count(1, TURNS_PAGE_MAX).optional(),
  cursor: z.string().min(1).optional(),
});
export const turnsReplySchema = z.object({ turns: z.array(turnSchema), next_cursor: z.string().optional() });
