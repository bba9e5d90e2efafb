// Schemas of a session's view and timeline.
import { z } from "zod";

const fileSchema = z.looseObject({
  path: z.string().describe("Relative to the session's folder; absolute if outside of it."),
  heat: z.number().min(0).max(1),
  inContext: z.boolean(),
  lastAction: z.string(),
  turnAccessed: z.number().int(),
  atMs: z.number(),
  reads: z.number().int(),
  writes: z.number().int(),
});

const toolCallSchema = z.looseObject({
  toolCallId: z.string(),
  title: z.string(),
  kind: z.string(),
  status: z.string(),
  startedAtMs: z.number(),
  endedAtMs: z.number().optional(),
});

export const viewSchema = z.looseObject({
  type: z.literal("session"),
  agentId: z.string().describe("The session's agent."),
  sessionId: z.string(),
  seq: z.number().int().describe("Increases with every change."),
  fields: z.looseObject({
    turn: z.number().int().describe("Number of finished turns."),
    isRunning: z.boolean(),
    toolCalls: z.array(toolCallSchema).describe("The most recent tool calls."),
    toolCounts: z.record(z.string(), z.number()),
    time: z.object({ modelMs: z.number(), toolsMs: z.number(), permissionMs: z.number() }),
    firstTokenMs: z.number().optional(),
    usage: z.looseObject({ used: z.number(), size: z.number() }).optional(),
    plan: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  }),
  files: z.array(fileSchema).describe("Files that are hot or in context."),
});

export const timelineQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(5_000).optional().describe("Maximum number of rows (default: 500)."),
});

export const timelineReplySchema = z.object({
  rows: z.array(
    z.looseObject({
      at_ms: z.number().optional(),
      since_ms: z.number().optional().describe("Milliseconds since the first frame."),
      took_ms: z.number().optional().describe("For a response: milliseconds since its request."),
      from: z.enum(["client", "agent"]).optional(),
      kind: z.string().describe("request, notification, response, …"),
      method: z.string().optional(),
      label: z.string(),
      summary: z.string(),
      bytes: z.number().int(),
      is_error: z.boolean(),
    }),
  ),
});
