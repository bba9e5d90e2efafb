// One pure function that decides what an agent may do: allow, ask or deny.
export type { Choice, Scope } from "./choices/choice.ts";
export { compileChoices, type Here } from "./choices/compile-choices.ts";
export { describeChoice } from "./choices/describe-choice.ts";
export { parseChoices, type ParsedChoices } from "./choices/parse-choices.ts";
export { proposeChoices, type Proposal } from "./choices/propose.ts";
export { listRemembered, remember, revoke, type ListedChoice } from "./choices/remembered.ts";
export { CONCERNS, type Concern } from "./concerns.ts";
export type { Coverage } from "./coverage.ts";
export { decide, describeGranted, type PolicyRules } from "./decide.ts";
export {
  LAYERS,
  toPermissionAnswer,
  type AuditEntry,
  type Danger,
  type DangerClass,
  type Decision,
  type Layer,
  type RuleRef,
  type Source,
  type Verdict,
} from "./decision.ts";
export {
  TOOL_KINDS,
  type Assignment,
  type CommandFacts,
  type FetchFacts,
  type FileKind,
  type Ground,
  type HookAnswer,
  type Hooked,
  type MentionFacts,
  type MoveFacts,
  type PathFacts,
  type Platform,
  type Redirect,
  type RepositoryFacts,
  type SimpleCommand,
  type TextChange,
  type ToolFacts,
  type ToolKind,
  type Via,
  type Word,
} from "./facts.ts";
export { hideValues } from "./hide-values.ts";
export { covers, createGrant, holdsToText, useGrant, type FitsText, type Grant } from "./grants.ts";
export { APPROVAL_LEVELS, type ApprovalLevel } from "./levels.ts";
export { compileMode, type Mode } from "./modes.ts";
export { createZones, type Zone, type Zones } from "./paths/zones.ts";
export { compileFileGlob, type FileGlob } from "./patterns/glob.ts";
export { findSecrets, redact, redactBy, redactStart } from "./redact.ts";
export { redactLastWord } from "./secrets/redact-words.ts";
export { REQUEST_KINDS, type PathKind, type PolicyFacts, type PolicyRequest, type RequestKind } from "./request.ts";
export { compileRules, type RuleSource } from "./rules/compile.ts";
export { rulesSchema } from "./rules/rules-schema.ts";
export { toRuleError } from "./rules/rule-error.ts";
export { isToolName } from "./rules/tool-pattern.ts";
export type { BrokenRule, RuleSet } from "./rules/rule-set.ts";
export { isSecretName } from "./secret-names.ts";
export {
  isLooser,
  NO_PATTERNS,
  parseLevel,
  parsePatterns,
  type RulePatterns,
  type SessionPolicy,
} from "./session-policy.ts";
export { toShellLine } from "./shell-words.ts";
export { reveal, shorten as toVisible } from "./text.ts";
export { distrustFolder, isTrustedFolder, parseTrustedFolders, trustFolder, type TrustedFolder } from "./trust.ts";
