// What a chat shows, as data: for a terminal, a page or an editor to draw.
export {
  describeChip,
  findMentionChips,
  toPromptBlocks,
  withChip,
  type AttachedChip,
  type Chip,
} from "./composer/chips.ts";
export { complete, type Choice, type CommandEntry, type CompletionSources } from "./composer/complete.ts";
export {
  draftOf,
  foldMedia,
  foldPaste,
  foldsIn,
  isFolded,
  joinPrompts,
  toDraft,
  toWritten,
  withoutMarks,
  writtenOf,
  type Draft,
  type Fold,
  type WrittenPrompt,
} from "./composer/draft.ts";
export { searchBack, stepHistory, type HistoryPlace } from "./composer/history-place.ts";
export { formatLineRange, isLineRange, parsePathWithLines, type LineRange } from "./composer/line-range.ts";
export { findMentions, mentionAt, toMention, type Mention } from "./composer/mentions.ts";
export { insertMenuItem, isTypedOut, moveInMenu, type Menu, type MenuItem } from "./composer/menu.ts";
export { PromptQueue, type PromptQueueOptions, type QueuedPrompt } from "./composer/prompt-queue.ts";
export { contentDiff, NO_PATH, type DiffContent } from "./diff/content-diff.ts";
export { createDiff, type Diff, type DiffRow } from "./diff/diff-rows.ts";
export type { WordRun } from "./diff/word-changes.ts";
export { findWordMarks } from "./diff/word-marks.ts";
export { describeElicitation, type DescribedAnswer } from "./questions/elicitation-answer.ts";
export { chosenRow, toFieldRows, toOptionRows, type FieldRow } from "./questions/field-rows.ts";
export {
  checkChoices,
  checkField,
  checkText,
  toFormFields,
  type CheckAnswer,
  type Checked,
  type FieldOption,
  type FormField,
} from "./questions/form-field.ts";
export { Form, type FormContent, type FormOptions } from "./questions/form.ts";
export { toPermissionAnswers, type PermissionAnswer, type PermissionAnswers } from "./questions/permission-answers.ts";
export {
  isOwnOption,
  choiceByKey,
  preselectedChoice,
  toPermissionChoices,
  type PermissionChoice,
  type RememberScope,
} from "./questions/permission-choices.ts";
export { toPermissionSubject, type PermissionSubject, type SubjectPart } from "./questions/permission-subject.ts";
export { describeAttachment, describeContent, textOfBlocks } from "./text/content.ts";
export {
  describeContextUse,
  formatAgo,
  formatCost,
  formatDuration,
  formatElapsed,
  formatTokens,
  type ContextUse,
} from "./text/formats.ts";
export { fromFolder } from "./text/paths.ts";
export { findBest, findMatch, score, type FuzzyMatch } from "@parley/base";
export { applyEvents } from "./view/apply-events.ts";
export { Attention, type QuestionItem } from "./view/attention.ts";
export { toSeverity, type Block, type NoteBlock, type Severity } from "./view/block.ts";
export { ChatView, type AppliedEvent, type ChatOutput, type ChatState, type OpenThought } from "./view/chat-view.ts";
export { RECAP_ITEMS_MAX } from "./limits.ts";
export { describeToolCall, type DescribedToolCall } from "./view/describe-tool-call.ts";
export { createRecap, itemBlocks, type RecapSource } from "./view/recap.ts";
export { SessionView, type SessionSnapshot, type ItemView, type SessionStatus } from "./view/session-view.ts";
export { describeStop } from "./view/stop-words.ts";
export { appendOutput, isOver, toTerminalTail, toVerdict } from "./view/tool-view.ts";
export type { TerminalTail, ToolView, Verdict } from "./view/tool-view.ts";
export { TranscriptCopy } from "./view/transcript-copy.ts";
export { durationMs, WorkClock, type Timing, type WorkStamp } from "./view/work-clock.ts";
export { readProposal, readSentence } from "./words/read-sentence.ts";
