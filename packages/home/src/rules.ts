// The rules as they are on disk: the machine's, a workspace's, what was chosen before.
export type { NewRule } from "./rules/edit-rules.ts";
export type { ListedRule } from "./rules/list-rules.ts";
export type { RawRules, Rules } from "./rules/rules.ts";
export { openRulesFile, type NewChoice, type RulesFile, type RulesFileOptions } from "./rules/rules-file.ts";
export { findWorkspaceSettings } from "./rules/workspace-rules.ts";
