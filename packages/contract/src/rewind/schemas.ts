// Schemas of rewinding a session.
import type { ContentBlock } from "@parley/acp";
import { z } from "zod";
import { leftSchema } from "../changes/schemas.ts";
import { declared } from "../fields.ts";
import { sessionSchema } from "../sessions/schemas.ts";

const turn = z.number().int().describe("Its number in the session; the first is 1.");

export const rewindPointsSchema = z.object({
  points: z.array(
    z.object({
      turn,
      seq: z.number().int().describe("Of the prompt in the log."),
      at_ms: z.number(),
      text: z.string().describe("The beginning of the prompt."),
      files: z.number().int().describe("Number of files that the turn changed."),
    }),
  ),
  undoable: z.number().int().optional().describe("Turn of the last rewind, as long as that can be undone."),
});

export const rewindSchema = z.object({
  turn: z
    .string()
    .min(1)
    .optional()
    .describe("A turn's number or id, or `last` (default: `last`). Everything from its prompt on no longer counts."),
  undo: z.boolean().optional().describe("Undo the last rewind, instead of `turn`."),
  force: z.boolean().optional().describe("Overwrite files that were changed since."),
  keep_files: z.boolean().optional().describe("Rewind the conversation, and leave the files as they are."),
});

export const rewindReplySchema = z.object({
  session: sessionSchema,
  turn,
  prompt: declared<readonly ContentBlock[]>(
    z
      .array(z.looseObject({ type: z.string() }))
      .describe("The prompt that no longer counts, to be edited and sent again."),
  ),
  files: z.array(z.string()).describe("Files that were restored."),
  left: leftSchema,
});
