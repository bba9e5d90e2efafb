// What the client does for an agent: permissions, files, terminals, questions, the changes of a turn; and the rules for all of it.
export type { Ask, ElicitationQuestion, PermissionQuestion, PermissionReply } from "./features/ask.ts";
export { undoChanges, type UndoOptions } from "./features/changes/undo-changes.ts";
export { createFeatures, type FeaturesOptions } from "./features/create-features.ts";
export { checkElicitationAnswer, type Misfit } from "./features/elicitation/check-answer.ts";
export type { Feature, OpenFeature, SessionScope } from "./features/feature.ts";
export type { OpenTextFiles, TextFiles } from "./features/file-system/file-system.ts";
export { defaultFeatureLimits, type FeatureLimits } from "./features/limits.ts";
export type { NewRule } from "./rules/edit-rules.ts";
export type { ListedRule } from "./rules/list-rules.ts";
export type { RawRules, Rules } from "./rules/rules.ts";
export { openRulesFile, type NewChoice, type RulesFile, type RulesFileOptions } from "./rules/rules-file.ts";
export { findWorkspaceSettings } from "./rules/workspace-rules.ts";
