// `parley worktrees merge`: merges a session's changes from its worktree.
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { worktreesMergeUsage } from "../../usage/worktrees.ts";
import { findWorktree, withWorktrees } from "./with-worktrees.ts";

export const run: Run<typeof worktreesMergeUsage> = ({ flags, positionals: [named = ""] }, context) =>
  withWorktrees(flags, context, async (remote, worktrees) => {
    const { session_id: id } = findWorktree(worktrees, named);
    const merged = await remote.request("worktrees/merge", { id, message: flags.message });
    if (flags.remove) await remote.request("worktrees/remove", { id });
    if (flags.json) printJson({ ...merged, removed: flags.remove });
    else printNotice(`Merged ${merged.branch} into ${merged.into ?? "HEAD"}${flags.remove ? ", and removed it" : ""}.`);
    return ExitCodes.endTurn;
  });
