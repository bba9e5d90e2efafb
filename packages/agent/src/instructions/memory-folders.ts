// Where project memory is searched: from the session's folder up to the root of its repository, then in additional folders.
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { isBelow } from "../paths/below.ts";
import { findGitRoot } from "./git-facts.ts";
import { MEMORY_FOLDERS_MAX } from "../limits.ts";

export interface MemoryFolders {
  /** Nearest first. */
  readonly folders: readonly string[];
  /** The root of the repository, or the session's own folder. */
  readonly top: string;
  /** Folders that may be read: the session's folders and its repository. */
  readonly roots: readonly string[];
}

/** `home`: the user's home folder, whose files do not belong to this project even if it is a repository. */
export async function findMemoryFolders(roots: readonly string[], home: string): Promise<MemoryFolders> {
  const [cwd = home, ...others] = await Promise.all(roots.map((root) => realpath(root)));
  const gitRoot = await findGitRoot(cwd);
  const isOwn = gitRoot !== undefined && !isBelow(gitRoot, await realpath(home).catch(() => home));
  const top = isOwn ? gitRoot : cwd;
  const folders = [cwd];
  for (let folder = cwd; folder !== top && folders.length < MEMORY_FOLDERS_MAX;) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return { folders: [...new Set([...folders, ...others])], top, roots: [...new Set([cwd, top, ...others])] };
}
