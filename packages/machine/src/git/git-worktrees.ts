// Git worktrees with a branch of their own: made, looked at, merged and removed.
import { ParleyError } from "@parley/base";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { guardErrors } from "../files/file-error.ts";
import { NO_SUBMODULES, readGitStatus } from "./git-status.ts";
import { gitFailed, runGit, runGitOrFail } from "./run-git.ts";

export interface Worktree {
  /** The folder of the repository that it was made from. */
  readonly repository: string;
  readonly path: string;
  readonly branch: string;
  /** The commit that it began with. */
  readonly base: string;
  /** The branch that was checked out then, into which it is merged; undefined if none was. */
  readonly into?: string | undefined;
}

export interface WorktreeState {
  /** Its folder is there. */
  readonly exists: boolean;
  readonly uncommitted: number;
  /** Commits that the branch it came from does not have. */
  readonly unmerged: number;
}

/** Beside the repository, in `NAME.worktrees`. Returns the worktree, and the folder in it that stands for `folder`. */
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
  // Not in Parley's own folder, which sandboxes keep from agents.
  const path = join(`${top}.worktrees`, name);
  await guardErrors("create", dirname(path), () => mkdir(dirname(path), { recursive: true }));
  const added = await runGit(folder, ["worktree", "add", "--no-checkout", "-b", branch, "--", path, head]);
  if (added.exitCode !== 0) {
    await removeIfEmpty(dirname(path));
    throw gitFailed(["worktree add"], added);
  }
  const worktree: Worktree = { repository: top, path, branch, base: head, ...(into !== undefined && { into }) };
  await checkOut(worktree);
  // A folder that is not committed is not in the worktree either.
  const cwd = join(path, relative(top, folder));
  await mkdir(cwd, { recursive: true });
  return { worktree, cwd };
}

/** On its own: settings may be for a worktree or a branch alone (`includeIf`), and are only known once it is there. */
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

/** Commits what is left in the worktree. */
export async function commitAll({ path }: Worktree, message: string): Promise<void> {
  await runGitOrFail(path, ["add", "--all"]);
  await runGitOrFail(path, ["commit", "--quiet", "--no-verify", "--no-gpg-sign", "-m", message]);
}

/** Into the branch that is checked out in the repository. With conflicts, everything is as before, and the error names them. */
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

/** With its branch, whatever is in it. */
export async function removeWorktree({ repository, path, branch }: Worktree): Promise<void> {
  if ((await listPaths(repository)).includes(path)) {
    await runGitOrFail(repository, ["worktree", "remove", "--force", "--", path]);
  }
  // What git left there, such as ignored files.
  await rm(path, { recursive: true, force: true });
  await removeIfEmpty(dirname(path));
  await runGit(repository, ["worktree", "prune"]);
  await runGit(repository, ["branch", "--quiet", "-D", "--", branch]);
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined); // Other worktrees are in it.
}
