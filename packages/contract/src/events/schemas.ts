// Schemas of the change stream.
import type { EventActor } from "@parley/acp";
import { z } from "zod";
import { agentSchema } from "../agents/schemas.ts";
import { declared } from "../fields.ts";
import { interactionSchema } from "../interactions/schemas.ts";
import { jobSchema } from "../programs/schemas.ts";
import { sessionSchema } from "../sessions/schemas.ts";
import { turnSchema } from "../turns/schemas.ts";

export const eventsStreamQuerySchema = z.object({
  after: z
    .string()
    .min(1)
    .optional()
    .describe("Resume after the event with this id; `Last-Event-ID` does the same, and comes first."),
});

const fields = {
  id: z.string().describe("Where to resume; also the `id:` of the event."),
  at: z.string(),
};

const questionSchema = interactionSchema
  .pick({
    id: true,
    kind: true,
    session_id: true,
    turn_id: true,
    agent: true,
    state: true,
    created_at: true,
    expires_at: true,
    answered_by: true,
  })
  .extend({
    title: z.string().describe("What it is about. GET /interactions/{id} has the details and the possible answers."),
    actor: declared<EventActor>(z.looseObject({ surface: z.string(), person: z.string().optional() }))
      .optional()
      .describe("Who answered."),
  });

export const serverEventSchema = z
  .discriminatedUnion("type", [
    z.looseObject({
      ...fields,
      type: z.literal("reset"),
      reason: z
        .enum(["new", "restarted", "too_old"])
        .describe("No place was given; the place is of an earlier process of the server; what follows it is not kept."),
    }),
    z.looseObject({
      ...fields,
      type: z.literal("session"),
      change: z.enum(["created", "changed", "handed_over", "deleted"]),
      session_id: z.string(),
      session: sessionSchema.optional().describe("Missing for `deleted`."),
      from_agent: z.string().optional().describe("For `handed_over`: the agent before."),
    }),
    z.looseObject({
      ...fields,
      type: z.literal("turn"),
      change: z.enum(["queued", "running", "waiting", "cancelling", "ended"]),
      session_id: z.string(),
      turn: turnSchema,
    }),
    z.looseObject({
      ...fields,
      type: z.literal("question"),
      change: z.enum(["opened", "answered", "expired", "cancelled"]),
      session_id: z.string().optional(),
      question: questionSchema,
    }),
    z.looseObject({
      ...fields,
      type: z.literal("agent"),
      change: z.enum(["added", "changed", "removed"]),
      name: z.string(),
      agent: agentSchema.optional().describe("Missing for `removed`."),
    }),
    z.looseObject({
      ...fields,
      type: z.literal("job"),
      change: z.enum(["started", "progress", "ended"]),
      agent: z.string(),
      job: jobSchema.omit({ steps: true }).describe("GET /agent/jobs/{id} has its steps."),
    }),
  ])
  .meta({ id: "ServerEvent", description: "Something changed: the JSON of a `data:` line, distinguished by `type`." });
