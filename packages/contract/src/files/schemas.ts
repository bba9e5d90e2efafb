// Schemas of the files of a session's folder.
import { z } from "zod";
import { count, flag } from "../fields.ts";
import { FILE_HITS_MAX, FILES_SIZED_MAX } from "../limits.ts";

export const fileSearchQuerySchema = z.object({
  q: z.string().max(1_000).optional().describe("Some letters of the path, in order. Without it: the first files."),
  limit: count(1, FILE_HITS_MAX).optional().describe("Default: 50."),
});

export const fileSearchReplySchema = z.object({
  files: z
    .array(z.string())
    .describe("From the session's folder, with slashes, the best first. Ignored files are left out."),
  is_complete: z.boolean().describe("All files of the folder were looked at."),
});

export const symbolsQuerySchema = z.object({
  q: z
    .string()
    .min(2)
    .max(100)
    .describe("Letters that follow each other in the name; capitals count if there are any."),
  limit: count(1, FILE_HITS_MAX).optional().describe("Default: 50."),
});

export const symbolsReplySchema = z.object({
  symbols: z.array(
    z.object({
      name: z.string(),
      kind: z
        .string()
        .describe("The word that defines it: `function`, `class`, `def`, …; `method` without such a word."),
      path: z.string().describe("From the session's folder, with slashes."),
      line: z.number().int(),
    }),
  ),
  is_complete: z.boolean().describe("False if the search stopped early: after 3 seconds or 2,000 lines."),
});

export const fileSizesQuerySchema = z.object({
  limit: count(1, FILES_SIZED_MAX).optional().describe("Maximum number of files (default: 20,000)."),
});

export const fileSizesReplySchema = z.object({
  folder: z.string().describe("Absolute path of the session's folder."),
  files: z
    .array(z.object({ path: z.string(), bytes: z.number().int() }))
    .describe("From the session's folder, with slashes, by path. Ignored files are left out."),
  is_complete: z.boolean().describe("All files of the folder are listed."),
});

export const fileTextQuerySchema = z.object({
  path: z.string().min(1).describe("From the session's folder, with slashes."),
  snapshot: z.string().min(1).describe("`before` or `after` of a `changes` event."),
});

export const fileTextReplySchema = z.object({
  path: z.string(),
  snapshot: z.string(),
  state: z
    .enum(["present", "missing", "skipped"])
    .describe("`skipped`: the snapshot left it out, because it was too large."),
  content: z.enum(["text", "binary", "too_large"]).optional(),
  bytes: z.number().int().optional(),
  text: z.string().optional(),
});

export const gitStatusReplySchema = z.object({
  top: z.string().describe("The folder of the repository; paths begin there."),
  branch: z.string().optional().describe("Missing if HEAD is detached."),
  head: z.string().optional().describe("The commit; missing before the first one."),
  upstream: z.string().optional(),
  ahead: z.number().int().optional(),
  behind: z.number().int().optional(),
  files: z.array(
    z.object({
      path: z.string(),
      from: z.string().optional().describe("Where a renamed file was."),
      staged: z.string().describe("As git's short format: `M`, `A`, `D`, `R`, `U`, `?`, or `.` for none."),
      unstaged: z.string(),
    }),
  ),
  truncated: z.boolean().describe("There are more files than are listed (5,000)."),
});

export const gitDiffQuerySchema = z.object({
  path: z
    .string()
    .min(1)
    .regex(/^[^\0]*$/, "must not contain a NUL")
    .optional()
    .describe("Only this file or folder, from the session's folder."),
  staged: flag.optional().describe("What is staged, instead of what is not."),
});

export const gitDiffReplySchema = z.object({
  diff: z.string().describe("A unified diff, without untracked files."),
  truncated: z.boolean().describe("The end is missing (4 MiB are shown)."),
});
