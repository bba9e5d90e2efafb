// Flags and arguments of the commands of `parley worktrees`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const positionals = [{ name: "SESSION", completes: "session" }] as const;

export const worktreesListUsage = defineUsage({
  name: "worktrees list",
  summary: "List the git worktrees of sessions",
  details: "They are created by parley run --worktree and parley chat --worktree.",
  flags: { json, ...serverFlags },
  positionals: [],
  examples: [{ about: "See what is not merged yet", command: "parley worktrees" }],
});

export const worktreesMergeUsage = defineUsage({
  name: "worktrees merge",
  summary: "Merge a session's worktree into the branch it came from",
  details: `SESSION is an id or its beginning. Uncommitted changes in the worktree are committed first. If there are conflicts, nothing is merged. The
worktree stays until you remove it. The repository's hooks are not run.`,
  flags: {
    message: {
      type: "string",
      value: "TEXT",
      short: "m",
      summary: "Commit message (default: the session's name)",
    },
    remove: { type: "boolean", summary: "Remove the worktree afterwards" },
    json,
    ...serverFlags,
  },
  positionals,
  examples: [{ about: "Merge a session's work and clean up", command: "parley worktrees merge 0193 --remove" }],
});

export const worktreesRemoveUsage = defineUsage({
  name: "worktrees remove",
  summary: "Remove a session's worktree and its branch",
  details:
    "SESSION is an id or its beginning. Refuses if changes are not committed or not merged, unless you pass --force.",
  flags: {
    force: { type: "boolean", summary: "Discard changes that are not committed or not merged" },
    json,
    ...serverFlags,
  },
  positionals,
  examples: [{ about: "Discard a session's work", command: "parley worktrees remove 0193 --force" }],
});
