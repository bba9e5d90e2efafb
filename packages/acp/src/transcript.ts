// A session as shown to users, from its events. Browser-safe, no dependencies.
export type { SessionEvent } from "./session-event.ts";
export { createTranscript, type Transcript, type TranscriptOptions } from "./transcript/create-transcript.ts";
export type {
  AgentCrashedItem,
  AgentRestartedItem,
  ChangesItem,
  CompactionItem,
  ConversationStep,
  ElicitationAnswer,
  ElicitationItem,
  InteractionPhase,
  MessageItem,
  MessageType,
  NoteItem,
  NoticeItem,
  PermissionAnswer,
  PermissionItem,
  StopItem,
  ToolCallItem,
  TranscriptItem,
  UnknownItem,
} from "./transcript/items.ts";
export { defaultTranscriptLimits, type TranscriptLimits } from "./limits.ts";
export type { ItemChanges, Patch, TerminalChanges } from "./transcript/patch.ts";
export type {
  TerminalExit,
  TerminalView,
  TranscriptSnapshot,
  TranscriptState,
  Trimmed,
} from "./transcript/snapshot.ts";
