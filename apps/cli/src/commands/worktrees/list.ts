// `parley worktrees list`: the git worktrees of sessions, with their unmerged changes.
import { asInvoked } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import type { worktreesListUsage } from "../../usage/worktrees.ts";
import { withWorktrees, type ListedWorktree } from "./with-worktrees.ts";

export const run: Run<typeof worktreesListUsage> = ({ flags }, context) =>
  withWorktrees(flags, context, async (_remote, worktrees) => {
    if (flags.json) printJson({ worktrees });
    else if (worktrees.length === 0) {
      printNotice(asInvoked("No worktrees. Create a session with one: parley chat --worktree"));
    } else {
      printTable<ListedWorktree>(
        [
          { title: "SESSION", text: ({ session_id: id }) => id },
          { title: "STATE", text: describe },
          { title: "INTO", text: ({ into = "" }) => into },
          { title: "FOLDER", text: ({ path }) => path, shrinks: "start" },
        ],
        worktrees,
        context,
      );
    }
    return ExitCodes.endTurn;
  });

function describe({ exists, uncommitted, unmerged }: ListedWorktree): string {
  if (!exists) return "folder is gone";
  if (uncommitted > 0) return `${uncommitted} uncommitted`;
  return unmerged > 0 ? `${unmerged} to merge` : "merged";
}
