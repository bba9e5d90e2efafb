// The ignore rules that hold everywhere, where no rule of a repository says otherwise.
import { DRAFT_PATTERN } from "../files/drafts.ts";
import { addRules, noRules, type IgnoreRules } from "./ignore-rules.ts";

/** What nobody wants back. In the language of .gitignore. */
const DEFAULT_EXCLUDE: readonly string[] = ["node_modules/", ".venv/", "__pycache__/", ".DS_Store"];

export function createBaseRules(exclude: readonly string[] = DEFAULT_EXCLUDE): IgnoreRules {
  return addRules(noRules, [DRAFT_PATTERN, ...exclude].join("\n"), 0);
}
