// The interface between observation and display.
import type { Observation } from "../extract/observation.ts";
import type { WatchedSession } from "./watched.ts";

export interface WatchDelta {
  readonly agentId: string;
  readonly sessionId: string;
  /** Increases with each non-empty delta. */
  readonly seq: number;
  /** Files that changed since the last tick, up to a limit; the others come with the next. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly isUsageChanged: boolean;
  /** Any other field of version 2. */
  readonly isSessionChanged: boolean;
  /** Since the last tick. */
  readonly blocked: WatchedSession["blocked"];
}

/** The source of a feed's sessions. */
export interface WatchSource {
  /** Cools files outside the context, and returns the changes since the last tick for each session that has any. */
  tick(nowMs: number): readonly WatchDelta[];
  readonly sessions: readonly WatchedSession[];
  session(sessionId: string): WatchedSession | undefined;
  seqOf(sessionId: string): number;
}

export interface WatchState extends WatchSource {
  add(observation: Observation): void;
  /** Lost observations. */
  lost(count: number): void;
  /** Call it when idle: reduces the memory of sessions without a running turn. */
  pack(): void;
}
