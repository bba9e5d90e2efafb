// What plays a recording back is given, and what it says about it.
import type { PlacedFrame } from "../conversation.ts";
import type { Side } from "../trace-item.ts";

export interface ReplayOptions {
  /** Whom we play. */
  readonly side: Side;
  /** One connection, in order. */
  readonly frames: readonly PlacedFrame[];
  /** Waits as long as it took when it was recorded. */
  readonly isTimed?: boolean | undefined;
  /** The recording has holes where secrets were: what is compared fits them. */
  readonly isRedacted?: boolean | undefined;
  /** As a client: the folder that sessions are for, instead of the recorded one. */
  readonly cwd?: string | undefined;
  /** Takes a line without its line break; a promise holds the next one back. */
  readonly write: (line: string) => void | Promise<void>;
  readonly onMismatch?: ((mismatch: Mismatch) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<ReplayLimits> | undefined;
}

export interface ReplayLimits {
  readonly reorderMs: number;
  readonly notificationMs: number;
}

/** What is going otherwise than it was recorded. */
export interface Mismatch {
  readonly kind: "differs" | "missing" | "unexpected" | "not_kept";
  /** Of the recording; undefined for what is not in it. */
  readonly line: number | undefined;
  readonly method: string;
  /** One sentence, without a full stop. */
  readonly message: string;
}

export interface ReplayResult {
  /** Frames of ours that were sent. */
  readonly sent: number;
  /** Frames of the recording that were left out, because what they belong to did not happen. */
  readonly skipped: number;
  readonly mismatches: number;
  /** Everything was played before the other side went. */
  readonly isComplete: boolean;
}

export interface Replay {
  /** A line that the other side wrote. */
  receive(line: string): void;
  /** The other side is gone. */
  end(): void;
  /** Settles when the other side is gone, or as a client when all was played. */
  readonly done: Promise<ReplayResult>;
}
