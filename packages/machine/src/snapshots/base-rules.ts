// The ignore rules that apply everywhere unless a repository's rule overrides them.
import { DRAFT_PATTERN } from "../files/drafts.ts";
import { addRules, noRules, type IgnoreRules } from "./ignore-rules.ts";

/** Files that are not worth restoring, in .gitignore syntax. */
const DEFAULT_EXCLUDE: readonly string[] = ["node_modules/", ".venv/", "__pycache__/", ".DS_Store"];

export function createBaseRules(exclude: readonly string[] = DEFAULT_EXCLUDE): IgnoreRules {
  return addRules(noRules, [DRAFT_PATTERN, ...exclude].join("\n"), 0);
}
