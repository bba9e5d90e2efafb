// Turns: a prompt and everything that follows from it. ACP-REST calls it a run, A2A a task.
import type { TurnLimits } from "@parley/client";
import type { ContentBlock, Cost, EventActor, EventError, StopReason, Usage } from "@parley/acp";

export const TURN_STATES = [
  /** It waits for the turn before it. */
  "created",
  "in_progress",
  /** It waits for an answer: see `interactions`. */
  "awaiting",
  "cancelling",
  "completed",
  "failed",
  "cancelled",
] as const;
export type TurnState = (typeof TURN_STATES)[number];

/**
 * Who answers the questions of a turn. `ask`: a person. `all` and `none`: every question is allowed or rejected. `rules`:
 * what rules allow is allowed, whatever the session's level, and the rest is rejected. `unattended`: no person is there,
 * so every question is rejected and counts as unanswered.
 */
export const TURN_APPROVALS = ["ask", "all", "none", "rules", "unattended"] as const;
export type TurnApproval = (typeof TURN_APPROVALS)[number];

/** What happens to a turn whose client is gone. */
export const ON_DISCONNECT = ["continue", "cancel"] as const;
export type OnDisconnect = (typeof ON_DISCONNECT)[number];

/** What happens to a prompt while another turn runs in its session. */
export const WHEN_BUSY = ["queue", "refuse"] as const;
export type WhenBusy = (typeof WHEN_BUSY)[number];

export interface Turn {
  readonly id: string;
  readonly sessionId: string;
  /** Who answers: name of an entry of `agents`. */
  readonly agent: string;
  readonly state: TurnState;
  readonly createdAtMs: number;
  /** When it left the queue and its agent was ready. */
  readonly startedAtMs?: number | undefined;
  readonly finishedAtMs?: number | undefined;
  /** The events of the turn, from its prompt on; the last one once it is over. */
  readonly firstSeq?: number | undefined;
  readonly lastSeq?: number | undefined;
  /** Of a turn that completed, or was cancelled. */
  readonly stopReason?: StopReason | undefined;
  /** Of a turn that failed. */
  readonly error?: EventError | undefined;
  readonly usage?: Usage | undefined;
  /** The agent's model when the turn began, if it names one. */
  readonly model?: string | undefined;
  /** What the agent says that the turn has cost, in one currency. */
  readonly cost?: Cost | undefined;
  /** The question it waits for. */
  readonly interactionId?: string | undefined;
  /** The prompt, kept until the turn is over: a queued turn runs after a restart of the server. */
  readonly prompt?: readonly ContentBlock[] | undefined;
  /** Its limits and the schema of its answer, kept as long as the prompt. */
  readonly limits?: TurnLimits | undefined;
  readonly jsonSchema?: unknown;
  /** Kept as long as the prompt; without them `ask` and `continue`. */
  readonly approve?: TurnApproval | undefined;
  readonly onDisconnect?: OnDisconnect | undefined;
  /** A question of it was not put to any person, although only a person could have answered it. */
  readonly hadUnansweredQuestion?: boolean | undefined;
  /** Who prompted. */
  readonly actor?: EventActor | undefined;
  /** Its place in the queue after a person changed the order; the others follow in the order of their ids. */
  readonly queuePlace?: number | undefined;
}

export interface QueuedChange {
  /** In the place of the prompt's text; what is attached stays. */
  readonly text?: string | undefined;
  /** Counted from 0; beyond the end it is the last. */
  readonly place?: number | undefined;
}

export interface NewTurn {
  readonly sessionId: string;
  /** Another agent than the session's: a mode of the same slot is switched to, any other agent takes over the conversation. */
  readonly agent?: string | undefined;
  readonly prompt: readonly ContentBlock[];
  /** While a turn runs: `queue` (the default) waits for it, `refuse` rejects with `session_busy`. */
  readonly whenBusy?: WhenBusy | undefined;
  /** Who answers its questions (default: `ask`). */
  readonly approve?: TurnApproval | undefined;
  /** `cancel`: the turn is cancelled when nothing has held it (`hold`) for the grace time. */
  readonly onDisconnect?: OnDisconnect | undefined;
  /** What it may use; of an agent other than ours, the cost alone. */
  readonly limits?: TurnLimits | undefined;
  /** The same key gives the same turn. */
  readonly idempotencyKey?: string | undefined;
  /** A UUID that the caller chose. */
  readonly id?: string | undefined;
  /** Who prompts, for the log. */
  readonly actor?: EventActor | undefined;
  /** JSON Schema that the answer has to fit: the agent is asked once more if it does not, then the turn fails with `invalid_message`. */
  readonly jsonSchema?: unknown;
}

export interface TurnQuery {
  readonly sessionId?: string | undefined;
  readonly states?: readonly TurnState[] | undefined;
  /** Without those that the session was rewound to before. */
  readonly isCounting?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface TurnPage {
  /** The latest first. */
  readonly turns: readonly Turn[];
  readonly nextCursor?: string | undefined;
}

export interface TurnQueue {
  readonly running?: Turn | undefined;
  readonly queued: readonly Turn[];
}

export interface Turns {
  /** Resolves when it is stored; it runs in the background. */
  start(turn: NewTurn): Promise<Turn>;
  /** Rejects with `bad_input` if `start` would refuse the schema. For callers that make a session first. */
  checkSchema(jsonSchema: unknown): Promise<void>;
  /** Rejects with `turn_not_found`. */
  get(id: string): Promise<Turn>;
  list(query?: TurnQuery): Promise<TurnPage>;
  /** Resolves when it is over, after subscribers got all of its events. */
  ended(id: string): Promise<Turn>;
  /** Resolves when it is over or waits for an answer. */
  settled(id: string): Promise<Turn>;
  /** Rejects with `turn_over`. Resolves with the turn in state `cancelling`. */
  cancel(id: string): Promise<Turn>;
  /** The turn that runs in a session now, and those that wait for it, the next one first. */
  queue(sessionId: string): Promise<TurnQueue>;
  /** Rejects with `turn_state` if the turn does not wait any more. */
  changeQueued(id: string, change: QueuedChange): Promise<Turn>;
  /** A client of the turn is connected, until this is disposed. Counts for turns with `onDisconnect: "cancel"`. */
  hold(id: string): Disposable;
  /** Every change of any turn, after it was stored. Returns how to stop. */
  onChange(listener: (turn: Turn) => void): () => void;
}

export function isOver({ state }: Pick<Turn, "state">): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
