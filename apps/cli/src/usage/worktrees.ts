// What the commands of `parley worktrees` take.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const positionals = [{ name: "SESSION", completes: "session" }] as const;

export const worktreesListUsage = defineUsage({
  name: "worktrees list",
  summary: "List the git worktrees that sessions were created with",
  details: "parley run --worktree and parley chat --worktree create them.",
  flags: { json, ...serverFlags },
  positionals: [],
  examples: [{ about: "What is not merged yet?", command: "parley worktrees" }],
});

export const worktreesMergeUsage = defineUsage({
  name: "worktrees merge",
  summary: "Merge a session's worktree into the branch that it came from",
  details: `SESSION is an id or its beginning. What is left in the worktree is committed first. With conflicts nothing is merged. The worktree stays
until it is removed. Hooks of the repository are not run.`,
  flags: {
    message: {
      type: "string",
      value: "TEXT",
      short: "m",
      summary: "Message of the commit (default: the session's name)",
    },
    remove: { type: "boolean", summary: "Remove the worktree afterwards" },
    json,
    ...serverFlags,
  },
  positionals,
  examples: [{ about: "Take over what a session did", command: "parley worktrees merge 0193 --remove" }],
});

export const worktreesRemoveUsage = defineUsage({
  name: "worktrees remove",
  summary: "Remove a session's worktree and its branch",
  details:
    "SESSION is an id or its beginning. Changes that are not committed or not merged are kept, unless --force is given.",
  flags: { force: { type: "boolean", summary: "Also lose what is not committed or not merged" }, json, ...serverFlags },
  positionals,
  examples: [{ about: "Discard what a session did", command: "parley worktrees remove 0193 --force" }],
});
