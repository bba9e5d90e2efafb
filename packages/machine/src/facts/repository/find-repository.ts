// Which repository git would find from a folder: the first on the way up, with a `.git` or by being one itself.
import type { Stats } from "node:fs";
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errnoOf } from "../../files/file-error.ts";
import { GIT_FILE_BYTES_MAX } from "../limits.ts";

export interface Repository {
  /** Where its files are; for a bare one the repository itself. */
  readonly top: string;
  /** Without links. */
  readonly gitDir: string;
  /** Settings, hooks and objects, if a worktree shares them. */
  readonly commonDir: string;
}

const HEAD = /^ref:\s*refs\/|^[\da-f]{40}/;

/** `broken`: git would stop there. */
export async function findRepository(folder: string): Promise<Repository | "broken" | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const found = await openRepository(top);
    if (found !== undefined) return found;
    if (await isGitDir(top)) return toRepository(top, top);
    if (dirname(top) === top) return undefined;
  }
}

/** By the `.git` of this very folder. */
export async function openRepository(top: string): Promise<Repository | "broken" | undefined> {
  const path = join(top, ".git");
  const found = await attempt(() => stat(path));
  if (found?.isDirectory() === true) return (await isGitDir(path)) ? toRepository(top, path) : undefined;
  if (found === undefined) return undefined;
  const [, target] = /^gitdir: (.+?)\r?\n*$/s.exec((await readText(path)) ?? "") ?? [];
  const gitDir = target === undefined ? undefined : resolve(top, target);
  return gitDir !== undefined && (await isGitDir(gitDir)) ? toRepository(top, gitDir) : "broken";
}

async function toRepository(top: string, path: string): Promise<Repository | "broken"> {
  const gitDir = await attempt(() => realpath(path));
  if (gitDir === undefined) return "broken";
  const shared = (await readText(join(gitDir, "commondir")))?.trim();
  const commonDir = shared === undefined ? gitDir : await attempt(() => realpath(resolve(gitDir, shared)));
  return commonDir === undefined ? "broken" : { top, gitDir, commonDir };
}

/** As git tells one; a worktree's has its objects elsewhere. */
async function isGitDir(path: string): Promise<boolean> {
  const head = await attempt(() => lstat(join(path, "HEAD")));
  const isLink = head?.isSymbolicLink() === true;
  if (!isLink && !HEAD.test((await readText(join(path, "HEAD"))) ?? "")) return false;
  if ((await attempt(() => lstat(join(path, "commondir")))) !== undefined) return true;
  const [objects, refs] = await Promise.all(["objects", "refs"].map((name) => attempt(() => stat(join(path, name)))));
  return objects?.isDirectory() === true && refs?.isDirectory() === true;
}

/** Undefined if it is not there, or not to be read. */
export async function readText(path: string): Promise<string | undefined> {
  const found = await attempt(() => stat(path));
  if (found?.isFile() !== true || found.size > GIT_FILE_BYTES_MAX) return undefined;
  return attempt(() => readFile(path, "utf8"));
}

export async function statIfAny(path: string): Promise<Stats | undefined> {
  return attempt(() => stat(path));
}

async function attempt<T>(question: () => Promise<T>): Promise<T | undefined> {
  try {
    return await question();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
