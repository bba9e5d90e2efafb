// What clients write down while they work: all that they sent, were promised and were shown.
import type { LoggedEvent } from "../e2e/serve/dialects.ts";

export type FinalState = "completed" | "failed" | "cancelled";

/** One prompt, from the moment that it was first sent. */
export interface PromptRecord {
  readonly client: string;
  readonly dialect: string;
  readonly sessionId: string;
  /** In no other prompt: it finds the prompt in the log. */
  readonly word: string;
  /** The turn that a server named; plain ACP names none. */
  turnId?: string;
  /** A server said that it has the prompt. */
  isAcknowledged: boolean;
  /** How it ended, as a server said it. */
  end?: FinalState;
  /** Its agent leaves a line in the file of witnesses. */
  readonly isWitnessed: boolean;
  /** An answer that a server acknowledged. */
  answer?: { readonly interactionId: string; readonly isAllowed: boolean };
}

/** A stream of the log, over all its reconnects. */
export interface FollowRecord {
  readonly client: string;
  readonly sessionId: string;
  readonly events: LoggedEvent[];
}

/** Text of agents that an ACP client was shown as it came. */
export interface ChunkRecord {
  readonly client: string;
  readonly sessionId: string;
  readonly chunks: { readonly messageId: string; readonly text: string }[];
}

export interface ClientRecords {
  readonly sessionIds: string[];
  readonly prompts: PromptRecord[];
  readonly follows: FollowRecord[];
  readonly chunks: ChunkRecord[];
  /** How many requests failed or timed out, and were sent again or given up. */
  failures: number;
}

export function createRecords(): ClientRecords {
  return { sessionIds: [], prompts: [], follows: [], chunks: [], failures: 0 };
}
