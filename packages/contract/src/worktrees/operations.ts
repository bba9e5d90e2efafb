// Operations on the git worktrees of sessions.
import { z } from "zod";
import { TITLE_CHARS_MAX } from "../limits.ts";
import { defineOperations } from "../operation.ts";

const tag = "Files";

const worktreeSchema = z.object({
  session_id: z.string(),
  is_session_gone: z.boolean().describe("The session was deleted, and left something that is not merged."),
  repository: z.string(),
  path: z.string(),
  branch: z.string(),
  base: z.string().describe("The commit that it began with."),
  into: z.string().optional().describe("The branch that it is merged into."),
  exists: z.boolean().describe("Its folder is there."),
  uncommitted: z.number().int().describe("Files that are not committed."),
  unmerged: z.number().int().describe("Commits that are not merged."),
});

const mergeSchema = z.object({
  message: z
    .string()
    .min(1)
    .max(TITLE_CHARS_MAX)
    .regex(/^[^\0]*$/, "must not contain a NUL")
    .optional()
    .describe("Of the commit (default: the session's name)."),
});

const removeSchema = z.object({
  force: z.boolean().optional().describe("Also with changes that are not committed or not merged, which are lost."),
});

export const worktreeOperations = defineOperations({
  "worktrees/list": {
    method: "get",
    path: "/worktrees",
    scope: "read",
    tag,
    summary: "List the git worktrees that sessions were created with",
    reply: { description: "The worktrees.", schema: z.object({ worktrees: z.array(worktreeSchema) }) },
  },
  "worktrees/merge": {
    method: "post",
    path: "/worktrees/{id}/merge",
    scope: "drive",
    tag,
    summary: "Merge a session's worktree into the branch that it came from",
    description:
      "What is left in it is committed first. With conflicts nothing is merged, and the error names the files. Hooks of the repository are not run.",
    body: mergeSchema,
    example: {},
    reply: { description: "The worktree.", schema: worktreeSchema },
    errors: [404, 409],
  },
  "worktrees/remove": {
    method: "post",
    path: "/worktrees/{id}/remove",
    scope: "drive",
    tag,
    summary: "Remove a session's worktree and its branch",
    body: removeSchema,
    example: { force: true },
    reply: { description: "It is removed.", status: 204 },
    errors: [404, 409],
  },
});
