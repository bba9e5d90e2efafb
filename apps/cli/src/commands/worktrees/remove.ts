// `parley worktrees remove`: removes the worktree of a session and its branch.
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { worktreesRemoveUsage } from "../../usage/worktrees.ts";
import { findWorktree, withWorktrees } from "./with-worktrees.ts";

export const run: Run<typeof worktreesRemoveUsage> = ({ flags, positionals: [named = ""] }, context) =>
  withWorktrees(flags, context, async (remote, worktrees) => {
    const { session_id: id, path, branch } = findWorktree(worktrees, named);
    await remote.request("worktrees/remove", { id, force: flags.force });
    if (flags.json) printJson({ removed: { session_id: id, path, branch } });
    else printNotice(`Removed ${path} and the branch ${branch}.`);
    return ExitCodes.endTurn;
  });
