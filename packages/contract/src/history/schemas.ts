// Schemas of the history of a file.
import { z } from "zod";
import { count } from "../fields.ts";
import { HISTORY_TOUCHES_MAX } from "../limits.ts";

export const historyQuerySchema = z.object({
  path: z.string().min(1).describe("Absolute path on the server's machine."),
  line: count(1).optional().describe("A line of the file as it is now, from 1."),
  limit: count(1, HISTORY_TOUCHES_MAX).optional().describe("Maximum number of turns (default: 20)."),
});

const touchSchema = z.object({
  session_id: z.string(),
  session_name: z.string(),
  agent: z.string(),
  working_dir: z.string(),
  turn: z.number().int().describe("Its number in the session; the first is 1."),
  at_ms: z.number(),
  prompt: z.string().describe("The beginning of the turn's prompt."),
  change: z.enum(["added", "modified", "deleted", "renamed"]),
  from: z.string().optional().describe("Where a renamed file was."),
  approval: z.enum(["approved", "unapproved", "differs"]),
  is_undone: z.boolean(),
});

export const historyReplySchema = z.object({
  path: z.string(),
  touches: z.array(touchSchema),
  line: z
    .object({
      found: z
        .enum(["turn", "elsewhere", "untouched", "unknown"])
        .describe(
          "`turn`: `touch` wrote it as it is now. `elsewhere`: it was changed outside of turns. `untouched`: no turn changed it. `unknown`: a snapshot is no longer kept.",
        ),
      touch: touchSchema.optional(),
      written_by: z.object({ tool_call_id: z.string(), title: z.string(), turn: z.number().int() }).optional(),
    })
    .optional(),
});
