// Views of sessions, observed on the agents' connections: files and their heat, tools, time, usage, and the frames.
//
// Views exist in this process only, while it runs; the log of the session is permanent.
import type { V2Change, V2Session, TimelineRow, WatchSource } from "@parley/observe";

/** Everything except cold files outside the context, as in version 2 of the feed. */
export type SessionView = V2Session;
export type SessionViewChange = V2Change;

/** One frame in a timeline. */
export type FrameRow = TimelineRow;

/** A viewer of a session. One that throws is removed; the others are not affected. */
export interface Viewer {
  /** The whole view first, then changes, at most ten a second. */
  view(message: SessionView | SessionViewChange): void;
  /** No more changes follow. */
  ended(reason: "deleted" | "closed"): void;
}

/** All sessions that are watched, as a feed shows them. */
export interface AllSessions extends WatchSource, Disposable {}

export interface TracePart {
  /** Number of frames before the first of these: the requested number, or 0. */
  readonly from: number;
  /** Number of frames so far, including dropped ones. */
  readonly frames: number;
  readonly lines: AsyncIterable<string>;
}

/** Every method that names a session rejects with `session_not_found`. */
export interface Views {
  /** Of a session whose agent was not started by this process, only the name is known. */
  snapshot(sessionId: string): Promise<SessionView>;
  /** Rejects with `limit_reached` if it has too many viewers. Returns a function that stops it. */
  subscribe(sessionId: string, viewer: Viewer): Promise<() => void>;
  /** The latest frames, a row for each, without secrets. */
  timeline(sessionId: string, options?: { readonly limit?: number | undefined }): Promise<readonly FrameRow[]>;
  /** The lines of a trace, as `parley trace` reads them, without secrets. */
  trace(sessionId: string): Promise<AsyncIterable<string>>;
  /** The same without the first `after` frames; all frames if there were never that many. */
  traceAfter(sessionId: string, after: number): Promise<TracePart>;
  /** Dispose of it when it is no longer read. */
  watchAll(): AllSessions;
}
