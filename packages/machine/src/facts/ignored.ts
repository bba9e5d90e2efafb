// Whether the ignore rules of a root, or of a repository in it, exclude a path.
import { join, relative, sep } from "node:path";
import { addRules, noRules, type IgnoreRules } from "../snapshots/ignore-rules.ts";
import { readExclude, readIgnoreFile, readOuterRules } from "../snapshots/repository-rules.ts";
import { lstatIfAny } from "./far-disk.ts";

/** Everything in an ignored folder is ignored, even if a rule re-includes it. */
export async function isIgnored(root: string, real: string, isFolder: boolean): Promise<boolean> {
  const names = relative(root, real)
    .split(sep)
    .filter((name) => name !== "");
  let rules = await readOuterRules(root, noRules);
  for (const [depth] of names.entries()) {
    rules = await addRulesOf(join(root, ...names.slice(0, depth)), depth, rules);
    const isLast = depth === names.length - 1;
    if (rules.isIgnored(names.slice(0, depth + 1), isLast ? isFolder : true)) return true;
  }
  return false;
}

/** A nested repository has its own rules and does not inherit the outer ones. */
async function addRulesOf(folder: string, depth: number, outer: IgnoreRules): Promise<IgnoreRules> {
  const isRepository = depth > 0 && (await lstatIfAny(join(folder, ".git"))) !== undefined;
  const rules = isRepository ? addRules(noRules, await readExclude(folder), depth) : outer;
  return addRules(rules, await readIgnoreFile(folder), depth);
}
