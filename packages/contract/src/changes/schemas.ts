// Schemas of the files that turns changed.
import { z } from "zod";
import { REVIEWED_MAX } from "../limits.ts";

const TURN = "A turn's id, its number in the session (the first is 1), or `last` for the last one that changed a file.";
const state = z.enum(["pending", "kept", "undone"]);

const selectionFields = {
  turn: z.string().min(1).optional().describe(`Only this turn (default: all turns). ${TURN}`),
  since: z.string().min(1).optional().describe("This turn and the ones after it, instead of `turn`."),
};

export const changesQuerySchema = z.object(selectionFields);

export const changeQuerySchema = z.object({
  ...selectionFields,
  path: z.string().min(1).describe("As in the list; also the old path of a renamed file."),
});

const changeFields = {
  path: z.string().describe("From the session's folder, with slashes; of a deleted file, where it was."),
  change: z.enum(["added", "modified", "deleted", "renamed"]),
  from: z.string().optional().describe("Where a renamed file was."),
  lines_added: z.number().int().optional().describe("Of a text file that one turn changed."),
  lines_removed: z.number().int().optional(),
  approval: z
    .enum(["approved", "unapproved", "differs"])
    .optional()
    .describe("`differs`: another text was approved for the file. Unknown while the turn runs."),
  turns: z.array(z.number().int()).describe("Numbers of the turns that changed it."),
  state: z.enum(["pending", "kept", "undone", "partial"]).describe("`partial`: its hunks differ."),
};

export const changesReplySchema = z.object({
  turns: z.array(
    z.object({
      number: z.number().int(),
      seq: z.number().int().optional().describe("Of its `changes` event; none while it runs."),
      at_ms: z.number().optional(),
      is_running: z
        .boolean()
        .describe("The files are those that its tool calls name; what only commands changed is added when it is over."),
      files: z.number().int().describe("Number of files that it changed."),
    }),
  ),
  files: z.array(z.object(changeFields)).describe("Sorted by path, each with what all these turns did to it."),
  omitted: z.number().int().describe("How many more files changed than are listed."),
});

const writerSchema = z.object({ tool_call_id: z.string(), title: z.string(), turn: z.number().int() });

export const changeReplySchema = z.object({
  ...changeFields,
  content: z
    .enum(["text", "same", "binary", "too_large", "skipped"])
    .describe(
      "`same`: only its name or mode differs. `binary`, `too_large`: without texts and hunks. `skipped`: too large for a snapshot (8 MiB), so it cannot be undone.",
    ),
  before: z.string().nullable().describe("Its text before these turns; null if it did not exist, or is not shown."),
  after: z.string().nullable().describe("Its text after them, or as it is now while a turn runs."),
  hunks: z.array(
    z.object({
      id: z.string().describe("The same as long as both texts are."),
      number: z.number().int().describe("From 1."),
      old_start: z.number().int(),
      old_lines: z.number().int(),
      new_start: z.number().int(),
      new_lines: z.number().int(),
      lines: z.array(z.string()).describe("As in a unified diff, each with a leading space, `-`, `+` or `\\`."),
      state,
      written_by: writerSchema.optional().describe("Missing: no tool call, or several that it could be."),
    }),
  ),
  written_by: z.array(writerSchema).describe("Tool calls that say that they wrote the file."),
});

export const reviewSchema = z.object({
  ...selectionFields,
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(REVIEWED_MAX)
    .optional()
    .describe("Files (default: all of them, apart from those that were kept or undone before)."),
  hunks: z.array(z.string().min(1)).min(1).max(REVIEWED_MAX).optional().describe("Ids of hunks of one file."),
  force: z
    .boolean()
    .optional()
    .describe(
      "Do not wait for a running turn, and overwrite files that were changed since. Hunks are never overwritten.",
    ),
});

export const leftSchema = z
  .array(
    z.object({
      path: z.string(),
      hunk: z.string().optional(),
      reason: z.enum(["already_done", "changed_since", "failed", "gone", "not_changed", "not_tracked", "not_undone"]),
      message: z.string(),
    }),
  )
  .describe("What was left as it is, and why.");

export const reviewReplySchema = z.object({
  action: z.enum(["undo", "keep", "redo"]),
  files: z.array(z.object({ path: z.string(), hunks: z.array(z.string()).optional() })).describe("What was done."),
  left: leftSchema,
  before: z.string().optional().describe("The snapshot from before files were written."),
});
