// What the checker gets: the stored log, what every server and client showed of it, and what is left on the machine.
import type { LoggedEvent, NativeTurn } from "../../e2e/serve/dialects.ts";
import type { ChunkRecord, FollowRecord, PromptRecord } from "../record.ts";

export interface TurnEvidence extends NativeTurn {
  readonly session_id: string;
  readonly first_seq?: number;
  readonly last_seq?: number;
}

export interface SessionEvidence {
  readonly id: string;
  /** The log, as each server gives it. */
  readonly logs: readonly { readonly server: string; readonly events: readonly LoggedEvent[] }[];
  readonly turns: readonly TurnEvidence[];
  readonly interactions: readonly InteractionEvidence[];
}

export interface InteractionEvidence {
  readonly id: string;
  readonly state: string;
}

/** The text of a turn, or of a whole session, as a protocol shows it at the end. */
export interface ViewEvidence {
  readonly view: string;
  readonly sessionId: string;
  /** None: of the session. */
  readonly turnId?: string;
  readonly text: string;
}

/** One insertion into the log, noted down by the database itself. */
export interface WriteEvidence {
  readonly sessionId: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The server that wrote. */
  readonly writer: string;
  /** The server that owned the session at that moment, and the number of its claim. */
  readonly owner: string;
  readonly epoch: number;
}

export interface Evidence {
  readonly sessions: readonly SessionEvidence[];
  readonly prompts: readonly PromptRecord[];
  readonly follows: readonly FollowRecord[];
  readonly chunks: readonly ChunkRecord[];
  readonly views: readonly ViewEvidence[];
  readonly writes: readonly WriteEvidence[];
  /** A line for each time that an agent carried out a witnessed prompt. */
  readonly witnesses: readonly string[];
  /** Command lines of processes that outlived their server. */
  readonly processes: readonly string[];
}
