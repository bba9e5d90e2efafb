// What a chat shows, as data: for a terminal, a page or an editor to draw.
export { contentDiff, NO_PATH, type DiffContent } from "./diff/content-diff.ts";
export { createDiff, type Diff, type DiffRow } from "./diff/diff-rows.ts";
export type { WordRun } from "./diff/word-changes.ts";
export { findWordMarks } from "./diff/word-marks.ts";
export {
  choiceByKey,
  preselectedChoice,
  toPermissionChoices,
  toRememberings,
  type PermissionChoice,
  type Remembering,
  type RememberScope,
} from "./questions/permission-choices.ts";
export { toPermissionSubject, type PermissionSubject, type SubjectPart } from "./questions/permission-subject.ts";
export {
  describeContextUse,
  formatAgo,
  formatCost,
  formatDuration,
  formatElapsed,
  formatTokens,
  type ContextUse,
} from "./text/formats.ts";
export { findBest, findMatch, score, type FuzzyMatch } from "./text/fuzzy.ts";
