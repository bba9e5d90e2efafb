// The git worktrees of sessions, through the hub that owns them.
import { ParleyError } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";
import type { CommandContext } from "../../command.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import type { AttachFlags } from "../../server/attach.ts";

export type ListedWorktree = Operations["worktrees/list"]["reply"]["worktrees"][number];

export async function withWorktrees<T>(
  flags: AttachFlags,
  context: CommandContext,
  use: (remote: Remote, worktrees: readonly ListedWorktree[]) => Promise<T>,
): Promise<T> {
  await using access = await connectHub(flags, context);
  const { worktrees } = await access.remote.request("worktrees/list", {});
  return await use(access.remote, worktrees);
}

/** By the id of its session, or a prefix of it. */
export function findWorktree(worktrees: readonly ListedWorktree[], named: string): ListedWorktree {
  const fits = worktrees.filter(({ session_id: id }) => id.startsWith(named));
  const [first] = fits;
  if (first !== undefined && fits.length === 1) return first;
  const message =
    fits.length === 0
      ? `No worktree found for session ${named}`
      : `${fits.length} worktrees belong to sessions whose ids begin with ${named}`;
  const remedy = { label: "List them", command: "parley worktrees list" };
  throw new ParleyError({ code: "usage", message, remedy });
}
