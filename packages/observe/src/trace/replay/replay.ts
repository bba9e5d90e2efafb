// The options of a replay, and its results.
import type { PlacedFrame } from "../conversation.ts";
import type { Side } from "../trace-item.ts";

export interface ReplayOptions {
  /** The side that we play. */
  readonly side: Side;
  /** One connection, in order. */
  readonly frames: readonly PlacedFrame[];
  /** Keeps the recorded delays. */
  readonly isTimed?: boolean | undefined;
  /** The recording is redacted: redacted text matches any text. */
  readonly isRedacted?: boolean | undefined;
  /** As a client: the folder for sessions, instead of the recorded one. */
  readonly cwd?: string | undefined;
  /** Gets a line without its line break; a promise delays the next one. */
  readonly write: (line: string) => void | Promise<void>;
  readonly onMismatch?: ((mismatch: Mismatch) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<ReplayLimits> | undefined;
}

export interface ReplayLimits {
  readonly reorderMs: number;
  readonly notificationMs: number;
}

/** A difference from the recording. */
export interface Mismatch {
  readonly kind: "differs" | "missing" | "unexpected" | "not_kept";
  /** Line of the recording; undefined if it is not in it. */
  readonly line: number | undefined;
  readonly method: string;
  /** One sentence, without a full stop. */
  readonly message: string;
}

export interface ReplayResult {
  /** Number of our frames that were sent. */
  readonly sent: number;
  /** Number of recorded frames that were skipped, because what they depend on did not happen. */
  readonly skipped: number;
  readonly mismatches: number;
  /** Everything was played before the other side closed. */
  readonly isComplete: boolean;
}

export interface Replay {
  /** A line from the other side. */
  receive(line: string): void;
  /** The other side has closed. */
  end(): void;
  /** Settles when the other side has closed, or, as a client, when everything was played. */
  readonly done: Promise<ReplayResult>;
}
