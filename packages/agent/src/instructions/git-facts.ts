// What git says of a folder, from its own small files: no program is started for it.
import { readTextWithin } from "@parley/home";
import { lstat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isThere } from "../paths/is-there.ts";
import { GIT_FILE_BYTES_MAX, MEMORY_FOLDERS_MAX } from "./limits.ts";

export interface GitFacts {
  /** The folder that is under version control. */
  readonly root: string;
  /** Undefined if HEAD is on none, or nobody can tell. */
  readonly branch?: string | undefined;
}

/** Undefined if the folder is in no repository. Never rejects. */
export async function readGitFacts(cwd: string): Promise<GitFacts | undefined> {
  const root = await findGitRoot(cwd);
  return root === undefined ? undefined : { root, branch: await readBranch(root) };
}

/** The nearest folder, upwards, that has a `.git`. */
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

/** In a worktree `.git` is a file that says where the data is. */
async function readBranch(root: string): Promise<string | undefined> {
  const git = join(root, ".git");
  const pointer = /^gitdir: (.+)$/m.exec((await readSmall(git)) ?? "")?.[1];
  const head = await readSmall(join(pointer === undefined ? git : resolve(root, pointer.trim()), "HEAD"));
  return /^ref: refs\/heads\/(.+)$/m.exec(head ?? "")?.[1]?.trim();
}

/** Undefined for what is no file, or cannot be read: it is only told, nothing rests on it. */
async function readSmall(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readTextWithin(path, GIT_FILE_BYTES_MAX) : undefined;
  } catch {
    return undefined; // Then there is no branch to tell.
  }
}
