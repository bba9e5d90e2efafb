// The files of a session's folder, and git worktrees.
import type { Reply } from "@parley/contract";
import type { SessionWorktree } from "@parley/hub";
import { defineHandlers } from "../handler.ts";

export const fileHandlers = defineHandlers({
  "files/search": async ({ id, q = "", limit }, { hub }) => {
    const { files, isComplete } = await hub.files.search(id, q, limit);
    return { files: [...files], is_complete: isComplete };
  },
  "files/symbols": async ({ id, q, limit }, { hub }) => {
    const { symbols, isComplete } = await hub.files.symbols(id, q, limit);
    return { symbols: symbols.map((symbol) => ({ ...symbol })), is_complete: isComplete };
  },
  "files/sizes": async ({ id, limit }, { hub }) => {
    const { folder, files, isComplete } = await hub.files.sizes(id, limit);
    return { folder, files, is_complete: isComplete };
  },
  "files/text": async ({ id, path, snapshot }, { hub }) => {
    const file = await hub.files.textAt(id, snapshot, path);
    const { state } = file;
    if (state !== "present") return { path, snapshot, state };
    const { content, bytes, text } = file;
    return { path, snapshot, state, content, bytes, ...(text !== undefined && { text }) };
  },
  "git/status": async ({ id }, { hub }) => {
    const { files, ...status } = await hub.files.gitStatus(id);
    return { ...status, files: files.map((file) => ({ ...file })) };
  },
  "git/diff": ({ id, path, staged }, { hub }) => hub.files.gitDiff(id, { path, isStaged: staged === "true" }),
});

export const worktreeHandlers = defineHandlers({
  "worktrees/list": async (_, { hub }) => ({ worktrees: (await hub.worktrees.list()).map(toNative) }),
  "worktrees/merge": async ({ id, message }, { hub }) => toNative(await hub.worktrees.merge(id, message)),
  "worktrees/remove": ({ id, force }, { hub }) => hub.worktrees.remove(id, { force: force === true }),
});

function toNative(worktree: SessionWorktree): Reply<"worktrees/merge"> {
  const { sessionId, isSessionGone, repository, path, branch, base, into, exists, uncommitted, unmerged } = worktree;
  return {
    session_id: sessionId,
    is_session_gone: isSessionGone,
    repository,
    path,
    branch,
    base,
    ...(into !== undefined && { into }),
    exists,
    uncommitted,
    unmerged,
  };
}
