// The ignore rules that a folder finds around it: those of the git repository it lies in. Nothing is asked of git itself, so a
// broken repository, or none, or no git on the machine, makes no difference.
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { errnoOf } from "../files/file-error.ts";
import { addRules, type IgnoreRules } from "./ignore-rules.ts";
import { IGNORE_FILE_BYTES_MAX } from "./limits.ts";

const { O_RDONLY } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/**
 * Rules to be asked about paths from `folder` on; its own .gitignore is not among them. `base` holds where no rule of the
 * repository says otherwise.
 */
export async function readOuterRules(folder: string, base: IgnoreRules): Promise<IgnoreRules> {
  const top = await findTop(folder);
  if (top === undefined) return base;
  const prefix = relative(top, folder)
    .split(sep)
    .filter((name) => name !== "");
  let rules: IgnoreRules = { isIgnored: (names, isFolder) => base.isIgnored(names.slice(prefix.length), isFolder) };
  rules = addRules(rules, await readExclude(top), 0);
  for (const [depth, name] of prefix.entries()) {
    const above = prefix.slice(0, depth);
    rules = addRules(rules, await readIgnoreFile(join(top, ...above)), depth);
    // Somebody chose to work in a folder that its repository ignores: then those rules say nothing about what is in it.
    if (rules.isIgnored([...above, name], true)) return base;
  }
  const inner = rules;
  return { isIgnored: (names, isFolder) => inner.isIgnored([...prefix, ...names], isFolder) };
}

/** The .gitignore file of a folder. */
export function readIgnoreFile(folder: string): Promise<string> {
  return readSmallFile(join(folder, ".gitignore"));
}

/** The exclude list of a repository, also where `.git` is a file that says where the repository is. */
export async function readExclude(top: string): Promise<string> {
  return readSmallFile(join(await resolveGitFolder(join(top, ".git")), "info", "exclude"));
}

async function findTop(folder: string): Promise<string | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    if (await exists(join(current, ".git"))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** Worktrees and submodules have a file that names the folder; a worktree's folder names the one it shares with others. */
async function resolveGitFolder(path: string): Promise<string> {
  const [, named] = /^gitdir: (.+)/.exec(await readSmallFile(path)) ?? [];
  if (named === undefined) return path;
  const folder = resolve(dirname(path), named);
  return resolve(folder, (await readSmallFile(join(folder, "commondir"))).trim());
}

/** Empty when there is no such file, or it cannot be read. Links are not followed, as in git; a pipe is not waited for. */
async function readSmallFile(path: string): Promise<string> {
  try {
    await using handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = await handle.stat();
    if (!stats.isFile()) return "";
    const buffer = Buffer.alloc(Math.min(IGNORE_FILE_BYTES_MAX, stats.size));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    if (errnoOf(error) !== undefined) return "";
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errnoOf(error) !== undefined) return false;
    throw error;
  }
}
