// Schemas of a session's view and timeline.
import { z } from "zod";
import { count } from "../fields.ts";
import { TIMELINE_ROWS_MAX } from "../limits.ts";

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

const usageSchema = z.looseObject({
  used: z.number(),
  size: z.number(),
  cost: z.looseObject({ amount: z.number(), currency: z.string() }).optional(),
});

const blockedSchema = z.looseObject({
  path: z.string(),
  action: z.enum(["read", "write"]),
  reason: z.string(),
  atMs: z.number(),
});

export const viewSchema = z.looseObject({
  type: z.literal("session"),
  agentId: z.string().describe("The session's agent."),
  sessionId: z.string(),
  sessionMode: z.enum(["single_agent", "multi_agent"]).optional(),
  seq: z.number().int().describe("Increases with every change."),
  fields: z.looseObject({
    cwd: z.string().optional(),
    title: z.string().optional(),
    turn: z.number().int().describe("Number of finished turns."),
    isRunning: z.boolean(),
    isAsking: z.boolean().optional().describe("A permission was requested and not answered yet."),
    lastStopReason: z.string().optional(),
    toolCalls: z.array(toolCallSchema).describe("The most recent tool calls."),
    toolCounts: z.record(z.string(), z.number()),
    time: z.object({ modelMs: z.number(), toolsMs: z.number(), permissionMs: z.number() }),
    firstTokenMs: z.number().optional(),
    usage: usageSchema.optional(),
    plan: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
    blocked: z.array(blockedSchema),
    unasked: z.array(z.looseObject({ what: z.string(), path: z.string().optional(), atMs: z.number() })),
    oddities: z.number().int(),
    dropped: z.number().int().describe("Observations that were lost because there were too many."),
  }),
  files: z.array(fileSchema).describe("Files that are hot or in context."),
});

export const traceQuerySchema = z.object({
  after: count(0).optional().describe("Leave out this many messages from the beginning (default: none)."),
});

export const timelineQuerySchema = z.object({
  limit: count(1, TIMELINE_ROWS_MAX).optional().describe("Maximum number of rows (default: 500)."),
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
      id: z.string().optional(),
      summary: z.string(),
      bytes: z.number().int(),
      is_error: z.boolean(),
    }),
  ),
});
