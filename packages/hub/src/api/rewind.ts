// Rewinding a session to before one of its prompts: the conversation and the files.
import type { ContentBlock, EventActor } from "@parley/acp";
import type { LeftChange } from "./file-changes.ts";
import type { HubSession } from "./sessions.ts";

/** A prompt that the session can be rewound to. */
export interface RewindPoint {
  /** Number of the turn; the first prompt of the log has 1. */
  readonly turn: number;
  readonly seq: number;
  readonly atMs: number;
  /** The beginning of the prompt. */
  readonly text: string;
  /** Number of files that this turn changed. */
  readonly files: number;
}

export interface RewindPoints {
  /** In order; the latest ones of a long session. */
  readonly points: readonly RewindPoint[];
  /** The turn of the last rewind, as long as that can be undone. */
  readonly undoable?: number | undefined;
}

export interface RewindRequest {
  /** Number or id of the turn, or `last` (default: the last one). */
  readonly turn?: string | undefined;
  /** Undoes the last rewind instead, if nothing was prompted since. */
  readonly undo?: boolean | undefined;
  /** Overwrites files that were changed since. */
  readonly force?: boolean | undefined;
  /** Rewinds the conversation alone. */
  readonly keepFiles?: boolean | undefined;
  readonly actor?: EventActor | undefined;
}

export interface Rewound {
  readonly session: HubSession;
  readonly turn: number;
  /** The prompt that no longer counts; empty if a rewind was undone. */
  readonly prompt: readonly ContentBlock[];
  /** Files that were restored, sorted. */
  readonly files: readonly string[];
  readonly left: readonly LeftChange[];
}

/** Every method rejects with `session_not_found`. */
export interface Rewind {
  points(sessionId: string): Promise<RewindPoints>;
  /**
   * Rejects with `session_busy` while a turn runs or waits, `turn_not_found`, `bad_input` if there is nothing to undo, or
   * `snapshot_not_found` if the turn was too long ago for its files.
   */
  rewind(sessionId: string, request: RewindRequest): Promise<Rewound>;
}
