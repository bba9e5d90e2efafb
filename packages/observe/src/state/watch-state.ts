// The interface between observation and display.
import type { Observation } from "../extract/observation.ts";
import type { WatchedSession } from "./watched.ts";

export interface WatchDelta {
  readonly agentId: string;
  readonly sessionId: string;
  /** +1 for each delta that is not empty. */
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

/** What a feed shows, wherever it comes from. */
export interface WatchSource {
  /** Decays what is not in context, and says what changed since the last tick, for each session that has something. */
  tick(nowMs: number): readonly WatchDelta[];
  readonly sessions: readonly WatchedSession[];
  session(sessionId: string): WatchedSession | undefined;
  seqOf(sessionId: string): number;
}

export interface WatchState extends WatchSource {
  add(observation: Observation): void;
  /** Observations that never came here. */
  lost(count: number): void;
}
