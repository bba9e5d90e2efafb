// The ignore rules of one folder of a scan: the outer ones and its own .gitignore, or those of a repository that
// begins here.
import type { Folder, Folders } from "../files/folder.ts";
import { addRules, type IgnoreRules } from "./ignore-rules.ts";
import { IGNORE_FILE_BYTES_MAX } from "../limits.ts";
import { readExclude } from "./repository-rules.ts";
import type { RuleFiles } from "./rule-files.ts";

export interface RulesContext {
  readonly folders: Folders;
  /** Rules that apply in every repository. */
  readonly baseRules: IgnoreRules;
  /** Rules that were read outside the scanned folder. */
  readonly ruleFiles?: RuleFiles | undefined;
}

/** `depth` is the number of names that lead to the folder; `names` are its entries. */
export async function readFolderRules(
  { folders, baseRules, ruleFiles }: RulesContext,
  folder: Folder,
  depth: number,
  names: readonly string[],
  outer: IgnoreRules,
): Promise<IgnoreRules> {
  // A nested repository has its own rules and does not inherit the outer ones.
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
