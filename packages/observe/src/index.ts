// Observation of ACP traffic that also works in a browser. Pipes, ports and files have their own entries.
export { FeedMirror, type MirroredSession } from "./feed/feed-mirror.ts";
export type {
  FeedRequest,
  V1Blocked,
  V1Delta,
  V1File,
  V1Message,
  FeedSessionMode,
  V1Snapshot,
  V1Usage,
  RpcFailure,
  RpcResult,
} from "./feed/v1-format.ts";
export { readFeedLine } from "./feed/read-message.ts";
export {
  LATEST_FEED_VERSION,
  type FeedMessage,
  type FeedVersion,
  type Hello,
  type V2Change,
  type V2Gone,
  type V2Message,
  type V2Ready,
  type V2Refused,
  type V2Session,
  type V2Welcome,
  type SessionFields,
} from "./feed/v2-format.ts";
export { toChange, toWholeSession } from "./feed/to-published.ts";
export { createExtractor } from "./extract/create-extractor.ts";
export { createEventExtractor, type EventExtractor } from "./extract/event-extractor.ts";
export type { Extractor, FileAction, Observation, ObservedCost } from "./extract/observation.ts";
export { toWorkspacePath } from "./extract/workspace-path.ts";
export type { Direction, Frame, FrameListener } from "./frames/frame.ts";
export { createWatchState, IGNORED_SEGMENTS, type WatchStateOptions } from "./state/create-watch-state.ts";
export {
  FILE_ORDERS,
  folderOf,
  groupByFolder,
  listFiles,
  type FileOrder,
  type ListOptions,
  type WatchedFolder,
} from "./state/describe-files.ts";
export {
  runningToolCalls,
  summarizeTools,
  toolSteps,
  totalOf,
  type ToolStep,
  type ToolSummary,
  type WatchTotals,
} from "./state/describe-sessions.ts";
export { mergeFile, mergeFiles } from "./state/merge-files.ts";
export type { WatchDelta, WatchSource, WatchState } from "./state/watch-state.ts";
export type { WatchedFile, WatchedSession, WatchedTime, WatchedToolCall } from "./state/watched.ts";
export { createUnaskedFinder } from "./unasked/create-unasked-finder.ts";
export type { DiskChange, UnaskedFinder } from "./unasked/unasked.ts";
export {
  createConversation,
  placeFrames,
  type Conversation,
  type FrameKind,
  type OpenRequest,
  type PlacedFrame,
} from "./trace/conversation.ts";
export { diffTraces, type DiffOptions, type TraceDiff, type TraceDifference } from "./trace/diff/diff-traces.ts";
export type { Difference } from "./trace/diff/first-difference.ts";
export type { ComparedFrame } from "./trace/diff/normalise.ts";
export { toViewerLine } from "./trace/export/to-jsons.ts";
export { toTraceHeader, toTraceLine } from "./trace/export/to-trace-line.ts";
export { redactTrace } from "./trace/export/redact-trace.ts";
export { QUERY_FIELDS } from "./trace/query/query-fields.ts";
export { queryTrace } from "./trace/query/query-trace.ts";
export { loadTrace } from "./trace/read/load-trace.ts";
export { parseTrace, readTrace, type ReadTraceOptions, type TraceSource } from "./trace/read/read-trace.ts";
export { LineSplitter, type TextLine } from "./trace/read/split-lines.ts";
export { createReplay } from "./trace/replay/player.ts";
export type { Mismatch, Replay, ReplayOptions, ReplayResult } from "./trace/replay/replay.ts";
export { createTimeline, toRow, type Timeline, type TimelineRow } from "./trace/show/timeline.ts";
export type { SessionStats } from "./trace/stats/session-stats.ts";
export type { Spread } from "./trace/stats/spread.ts";
export {
  createTraceCounter,
  type MethodStats,
  type TraceCounter,
  type TraceStats,
  type UpdateStats,
} from "./trace/stats/trace-stats.ts";
export type { Side, TraceDamage, TraceFrame, TraceHeader, TraceItem } from "./trace/trace-item.ts";
export { FINDINGS, type Finding, type FindingCode, type Severity } from "./trace/validate/finding.ts";
export {
  createTraceValidator,
  validateTrace,
  type TraceValidator,
  type Validation,
} from "./trace/validate/validate-trace.ts";
