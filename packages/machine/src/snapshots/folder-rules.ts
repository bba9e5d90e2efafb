// The ignore rules that hold in one folder of a scan: the outer ones and its own .gitignore, or those of a repository that
// begins here.
import type { Folder, Folders } from "../files/folder.ts";
import { addRules, type IgnoreRules } from "./ignore-rules.ts";
import { IGNORE_FILE_BYTES_MAX } from "./limits.ts";
import { readExclude } from "./repository-rules.ts";
import type { RuleFiles } from "./rule-files.ts";

export interface RulesContext {
  readonly folders: Folders;
  /** What holds in every repository. */
  readonly baseRules: IgnoreRules;
  /** Those that were read outside of what is walked. */
  readonly ruleFiles?: RuleFiles | undefined;
}

/** `depth` is how many names lead to the folder; `names` are those of what is in it. */
export async function readFolderRules(
  { folders, baseRules, ruleFiles }: RulesContext,
  folder: Folder,
  depth: number,
  names: readonly string[],
  outer: IgnoreRules,
): Promise<IgnoreRules> {
  // A repository inside another has its own rules and none of the outer ones.
  const isInner = depth > 0 && names.includes(".git");
  const rules = isInner ? addRules(baseRules, await readExclude(folder.real, ruleFiles), depth) : outer;
  return names.includes(".gitignore") ? addRules(rules, await readOwnRules(folders, folder), depth) : rules;
}

async function readOwnRules(folders: Folders, folder: Folder): Promise<string> {
  try {
    const { handle, stats } = await folders.openFile(folder, ".gitignore");
    await using open = handle;
    const buffer = Buffer.alloc(Math.min(IGNORE_FILE_BYTES_MAX, stats.size));
    const { bytesRead } = await open.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return ""; // A folder, a link, or not readable: no rules, as in git.
  }
}
