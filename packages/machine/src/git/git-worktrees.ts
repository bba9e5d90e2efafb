// Git worktrees with their own branch: creates, inspects, merges and removes them.
import { ParleyError } from "@parley/base";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { guardErrors } from "../files/file-error.ts";
import { NO_SUBMODULES, readGitStatus } from "./git-status.ts";
import { gitFailed, runGit, runGitOrFail } from "./run-git.ts";

export interface Worktree {
  /** The folder of the repository that it was created from. */
  readonly repository: string;
  readonly path: string;
  readonly branch: string;
  /** The commit that it started at. */
  readonly base: string;
  /** The branch that was checked out then, into which it will be merged; undefined if none was. */
  readonly into?: string | undefined;
}

export interface WorktreeState {
  /** Its folder exists. */
  readonly exists: boolean;
  readonly uncommitted: number;
  /** Commits that its original branch does not have. */
  readonly unmerged: number;
}

/**
 * Next to the repository, in `NAME.worktrees`. Returns the worktree, and the folder in it that corresponds to `folder`.
 */
export async function addWorktree(
  folder: string,
  name: string,
  branch: string,
): Promise<{ readonly worktree: Worktree; readonly cwd: string }> {
  const { top, head, branch: into } = await readGitStatus(folder);
  if (head === undefined) {
    const remedy = { label: "Make a first commit: git commit" };
    throw new ParleyError({ code: "usage", message: `${top} has no commit yet, so it can have no worktree`, remedy });
  }
  // Not in Parley's own folder, which sandboxes hide from agents.
  const path = join(`${top}.worktrees`, name);
  await guardErrors("create", dirname(path), () => mkdir(dirname(path), { recursive: true }));
  const added = await runGit(folder, ["worktree", "add", "--no-checkout", "-b", branch, "--", path, head]);
  if (added.exitCode !== 0) {
    await removeIfEmpty(dirname(path));
    throw gitFailed(["worktree add"], added);
  }
  const worktree: Worktree = { repository: top, path, branch, base: head, ...(into !== undefined && { into }) };
  await checkOut(worktree);
  // An uncommitted folder is not in the worktree.
  const cwd = join(path, relative(top, folder));
  await mkdir(cwd, { recursive: true });
  return { worktree, cwd };
}

/**
 * A separate step, because settings may apply only to one worktree or branch (`includeIf`), and are only known once it
 * exists.
 */
async function checkOut(worktree: Worktree): Promise<void> {
  try {
    await runGitOrFail(worktree.path, ["reset", "--hard", "--quiet"]);
  } catch (error) {
    await removeWorktree(worktree);
    throw error;
  }
}

export async function readWorktree({ repository, path, branch, into = "HEAD" }: Worktree): Promise<WorktreeState> {
  const isListed = (await listPaths(repository)).includes(path);
  const files = isListed
    ? (await runGit(path, ["status", "--porcelain", "-z", "--untracked-files=all", NO_SUBMODULES])).stdout
    : "";
  const { exitCode, stdout } = await runGit(repository, ["rev-list", "--count", `${into}..${branch}`, "--"]);
  return {
    exists: isListed,
    uncommitted: files.split("\0").filter((field) => field !== "").length,
    unmerged: exitCode === 0 ? Number(stdout) : 0,
  };
}

async function listPaths(repository: string): Promise<string[]> {
  const { stdout } = await runGitOrFail(repository, ["worktree", "list", "--porcelain", "-z"]);
  return stdout.split("\0").flatMap((field) => (field.startsWith("worktree ") ? [field.slice(9)] : []));
}

/** Commits the remaining changes in the worktree. */
export async function commitAll({ path }: Worktree, message: string): Promise<void> {
  await runGitOrFail(path, ["add", "--all"]);
  await runGitOrFail(path, ["commit", "--quiet", "--no-verify", "--no-gpg-sign", "-m", message]);
}

/**
 * Merges into the branch that is checked out in the repository. If there are conflicts, nothing changes and the error
 * names them.
 */
export async function mergeWorktree({ repository, branch, into }: Worktree, message: string): Promise<void> {
  const { branch: current } = await readGitStatus(repository);
  if (current === undefined || (into !== undefined && current !== into)) {
    const now = current === undefined ? "no branch" : current;
    const remedy = { label: `Check out ${into ?? "a branch"} in ${repository}` };
    throw new ParleyError({ code: "usage", message: `${repository} has ${now} checked out`, remedy });
  }
  const args = [
    "merge",
    "--quiet",
    "--no-verify",
    "--no-gpg-sign",
    "--no-verify-signatures",
    "--no-stat",
    "-m",
    message,
    branch,
  ];
  const merged = await runGit(repository, args);
  if (merged.exitCode === 0) return;
  const { stdout } = await runGit(repository, ["diff", "--name-only", "--diff-filter=U", "-z"]);
  const conflicts = stdout.split("\0").filter((path) => path !== "");
  if (conflicts.length === 0) throw gitFailed(args, merged);
  await runGitOrFail(repository, ["merge", "--abort"]);
  const remedy = { label: `Merge ${branch} yourself: git merge ${branch}` };
  const what = `${branch} conflicts with ${current} in ${conflicts.join(", ")}. Nothing was merged`;
  throw new ParleyError({ code: "usage", message: what, remedy });
}

/** With its branch and everything in it. */
export async function removeWorktree({ repository, path, branch }: Worktree): Promise<void> {
  if ((await listPaths(repository)).includes(path)) {
    await runGitOrFail(repository, ["worktree", "remove", "--force", "--", path]);
  }
  // Files that git left there, such as ignored ones.
  await rm(path, { recursive: true, force: true });
  await removeIfEmpty(dirname(path));
  await runGit(repository, ["worktree", "prune"]);
  await runGit(repository, ["branch", "--quiet", "-D", "--", branch]);
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined); // It contains other worktrees.
}
