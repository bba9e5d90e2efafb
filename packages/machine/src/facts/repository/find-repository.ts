// Which repository git would find from a folder: the first one upwards, with a `.git` or by being a repository itself.
import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errnoOf } from "@parley/base";
import { GIT_FILE_BYTES_MAX } from "../../limits.ts";

export interface Repository {
  /** The folder of its files; for a bare repository the repository itself. */
  readonly top: string;
  /** Without links. */
  readonly gitDir: string;
  /** Settings, hooks and objects, if a worktree shares them. */
  readonly commonDir: string;
}

const HEAD = /^ref:\s*refs\/|^[\da-f]{40}/;
const NO_THROW = { throwIfNoEntry: false } as const;

/**
 * `broken`: git would stop there. Looked up synchronously, like everything in the session's folders: on a fast disk
 * that takes a hundredth of the time of passing it to another thread.
 */
export function findRepository(folder: string): Repository | "broken" | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const found = openRepository(top);
    if (found !== undefined) return found;
    if (isGitDir(top)) return toRepository(top, top);
    if (dirname(top) === top) return undefined;
  }
}

/** By the `.git` of this folder itself. */
export function openRepository(top: string): Repository | "broken" | undefined {
  const path = join(top, ".git");
  const found = statIfAny(path);
  if (found?.isDirectory() === true) return isGitDir(path) ? toRepository(top, path) : undefined;
  if (found === undefined) return undefined;
  const [, target] = /^gitdir: (.+?)\r?\n*$/s.exec(readText(path) ?? "") ?? [];
  const gitDir = target === undefined ? undefined : resolve(top, target);
  return gitDir !== undefined && isGitDir(gitDir) ? toRepository(top, gitDir) : "broken";
}

function toRepository(top: string, path: string): Repository | "broken" {
  const gitDir = attempt(() => realpathSync.native(path));
  if (gitDir === undefined) return "broken";
  const shared = readText(join(gitDir, "commondir"))?.trim();
  const commonDir = shared === undefined ? gitDir : attempt(() => realpathSync.native(resolve(gitDir, shared)));
  return commonDir === undefined ? "broken" : { top, gitDir, commonDir };
}

/** The same check as git's; a worktree keeps its objects elsewhere. */
function isGitDir(path: string): boolean {
  const head = attempt(() => lstatSync(join(path, "HEAD"), NO_THROW));
  if (head === undefined) return false;
  if (!head.isSymbolicLink() && !HEAD.test(readText(join(path, "HEAD")) ?? "")) return false;
  if (statIfAny(join(path, "commondir")) !== undefined) return true;
  return ["objects", "refs"].every((name) => statIfAny(join(path, name))?.isDirectory() === true);
}

/** Undefined if it does not exist or cannot be read. */
export function readText(path: string): string | undefined {
  const found = statIfAny(path);
  if (found?.isFile() !== true || found.size > GIT_FILE_BYTES_MAX) return undefined;
  return attempt(() => readFileSync(path, "utf8"));
}

/** Undefined also on a system error. */
export function statIfAny(path: string): Stats | undefined {
  return attempt(() => statSync(path, NO_THROW));
}

function attempt<T>(question: () => T): T | undefined {
  try {
    return question();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
