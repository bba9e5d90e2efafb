// The git state of a folder, read from git's own files without starting a process.
import { readTextWithin } from "@parley/home";
import { lstat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isThere } from "../paths/is-there.ts";
import { GIT_FILE_BYTES_MAX, MEMORY_FOLDERS_MAX } from "../limits.ts";

export interface GitFacts {
  /** The root of the repository. */
  readonly root: string;
  /** Undefined if HEAD is detached or cannot be read. */
  readonly branch?: string | undefined;
}

/** Undefined if the folder is not in a repository. Never rejects. */
export async function readGitFacts(cwd: string): Promise<GitFacts | undefined> {
  const root = await findGitRoot(cwd);
  return root === undefined ? undefined : { root, branch: await readBranch(root) };
}

/** The nearest folder with a `.git`, going up. */
export async function findGitRoot(cwd: string): Promise<string | undefined> {
  let folder = cwd;
  for (let count = 0; count < MEMORY_FOLDERS_MAX; count += 1) {
    if (await isThere(join(folder, ".git"))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return undefined;
}

/** In a worktree, `.git` is a file that names the git folder. */
async function readBranch(root: string): Promise<string | undefined> {
  const git = join(root, ".git");
  const pointer = /^gitdir: (.+)$/m.exec((await readSmall(git)) ?? "")?.[1];
  const head = await readSmall(join(pointer === undefined ? git : resolve(root, pointer.trim()), "HEAD"));
  return /^ref: refs\/heads\/(.+)$/m.exec(head ?? "")?.[1]?.trim();
}

/** Undefined if it is not a file or cannot be read; it is for information only. */
async function readSmall(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readTextWithin(path, GIT_FILE_BYTES_MAX) : undefined;
  } catch {
    return undefined; // Then the branch is unknown.
  }
}
