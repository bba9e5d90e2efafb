// The ignore rules around a folder: those of the git repository it lies in. Git itself is not called, so a
// broken repository, no repository, or no git on the machine makes no difference.
import { dirname, join, relative, resolve, sep } from "node:path";
import { addRules, type IgnoreRules } from "./ignore-rules.ts";
import { RuleFiles } from "./rule-files.ts";

/**
 * Rules for paths below `folder`; its own .gitignore is not included. `base` applies where no rule of the
 * repository decides otherwise.
 */
export async function readOuterRules(
  folder: string,
  base: IgnoreRules,
  files: RuleFiles = new RuleFiles(),
): Promise<IgnoreRules> {
  const top = await findTop(folder, files);
  if (top === undefined) return base;
  const prefix = relative(top, folder)
    .split(sep)
    .filter((name) => name !== "");
  let rules: IgnoreRules = { isIgnored: (names, isFolder) => base.isIgnored(names.slice(prefix.length), isFolder) };
  rules = addRules(rules, await readExclude(top, files), 0);
  for (const [depth, name] of prefix.entries()) {
    const above = prefix.slice(0, depth);
    rules = addRules(rules, await readIgnoreFile(join(top, ...above), files), depth);
    // The user works in a folder that its repository ignores: then those rules do not apply to its content.
    if (rules.isIgnored([...above, name], true)) return base;
  }
  const inner = rules;
  return { isIgnored: (names, isFolder) => inner.isIgnored([...prefix, ...names], isFolder) };
}

/** The .gitignore file of a folder. */
export function readIgnoreFile(folder: string, files: RuleFiles = new RuleFiles()): Promise<string> {
  return files.read(join(folder, ".gitignore"));
}

/** The exclude list of a repository, also if `.git` is a file that names the repository. */
export async function readExclude(top: string, files: RuleFiles = new RuleFiles()): Promise<string> {
  return files.read(join(await resolveGitFolder(join(top, ".git"), files), "info", "exclude"));
}

async function findTop(folder: string, files: RuleFiles): Promise<string | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    if (await files.exists(join(current, ".git"))) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** Worktrees and submodules have a file that names the folder; a worktree's folder names the one it shares with others. */
async function resolveGitFolder(path: string, files: RuleFiles): Promise<string> {
  const [, named] = /^gitdir: (.+)/.exec(await files.read(path)) ?? [];
  if (named === undefined) return path;
  const folder = resolve(dirname(path), named);
  return resolve(folder, (await files.read(join(folder, "commondir"))).trim());
}
