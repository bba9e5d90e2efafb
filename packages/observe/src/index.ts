// What is watched and what is known of it, without Node: a browser can show it. Pipes, ports and files have entries of their own.
export { FeedPicture, type PicturedSession } from "./feed/feed-picture.ts";
export type {
  FeedRequest,
  OriginBlocked,
  OriginDelta,
  OriginFile,
  OriginMessage,
  OriginMode,
  OriginSnapshot,
  OriginUsage,
  RpcFailure,
  RpcResult,
} from "./feed/origin-format.ts";
export { readFeedLine } from "./feed/read-message.ts";
export {
  RICH_VERSION,
  type FeedMessage,
  type FeedVersion,
  type Hello,
  type RichChange,
  type RichGone,
  type RichMessage,
  type RichReady,
  type RichRefused,
  type RichSession,
  type RichWelcome,
  type SessionFields,
} from "./feed/rich-format.ts";
export { createExtractor } from "./extract/create-extractor.ts";
export type { Extractor, FileAction, Observation, ObservedCost } from "./extract/observation.ts";
export { toWorkspacePath } from "./extract/workspace-path.ts";
export type { Direction, Frame, FrameListener } from "./frames/frame.ts";
export { createWatchState, IGNORED_SEGMENTS, type WatchStateOptions } from "./state/create-watch-state.ts";
export type { WatchDelta, WatchState } from "./state/watch-state.ts";
export type { WatchedFile, WatchedSession, WatchedTime, WatchedToolCall } from "./state/watched.ts";
