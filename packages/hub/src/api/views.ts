// What agents do in the sessions, as it can be seen on their wires: files and their heat, tools, time, usage, and the frames themselves.
//
// It is seen and kept by this process alone, while it lives; the log of the session is what lasts.
import type { V2Change, V2Session, TimelineRow, WatchSource } from "@parley/observe";

/** Everything but the files, and the files that are hot or in context; as version 2 of the feed has it. */
export type SessionView = V2Session;
export type SessionViewChange = V2Change;

/** One frame in a timeline. */
export type FrameRow = TimelineRow;

/** Whoever looks at a session. What it throws costs it its view, nobody else anything. */
export interface Viewer {
  /** The whole first; then what changed since, at most every tenth of a second. */
  view(message: SessionView | SessionViewChange): void;
  /** Nothing more comes. */
  ended(reason: "deleted" | "closed"): void;
}

/** All sessions that are watched, as a feed shows them. */
export interface AllSessions extends WatchSource, Disposable {}

/** Every method that names a session rejects with `session_not_found`. */
export interface Views {
  /** Of a session whose agent was not started by this process, nothing but its name is known. */
  snapshot(sessionId: string): Promise<SessionView>;
  /** Rejects with `limit_reached` if too many look at it. Returns how to stop. */
  subscribe(sessionId: string, viewer: Viewer): Promise<() => void>;
  /** The latest frames, a row for each, without secrets. */
  timeline(sessionId: string, options?: { readonly limit?: number | undefined }): Promise<readonly FrameRow[]>;
  /** The lines of a trace, as `parley trace` reads them, without secrets. */
  trace(sessionId: string): Promise<AsyncIterable<string>>;
  /** To be disposed of when nobody reads it any more. */
  watchAll(): AllSessions;
}
