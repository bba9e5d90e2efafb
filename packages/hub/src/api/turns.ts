// Turns: a prompt and everything that follows from it. ACP-REST calls it a run, A2A a task.
import type { TurnLimits } from "@parley/client";
import type { ContentBlock, Cost, EventActor, EventError, StopReason, Usage } from "@parley/acp";
import type { KeyedRequest } from "./keyed-request.ts";
import type { LoggedEvent } from "./log.ts";

export const TURN_STATES = [
  /** It waits for the previous turn. */
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
 * Who answers the questions of a turn. `ask`: the user. `all` and `none`: every question is allowed or rejected.
 * `rules`: only what rules allow is allowed, whatever the session's level; the rest is rejected. `unattended`: no user
 * is present, so every question is rejected and counts as unanswered.
 */
export const TURN_APPROVALS = ["ask", "all", "none", "rules", "unattended"] as const;
export type TurnApproval = (typeof TURN_APPROVALS)[number];

/** What happens to a turn when its client disconnects. */
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
  /** The turn's cost as reported by the agent, in one currency. */
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
  /** It had a question that only a user could have answered, but no user was asked. */
  readonly hadUnansweredQuestion?: boolean | undefined;
  /** Who prompted. */
  readonly actor?: EventActor | undefined;
  /** Its place in the queue if a user changed the order; the others follow in the order of their ids. */
  readonly queuePlace?: number | undefined;
  /** Of the request that started it, if that had a key. */
  readonly fingerprint?: string | undefined;
}

export interface QueuedChange {
  /** Replaces the prompt's text; attachments stay. */
  readonly text?: string | undefined;
  /** Counted from 0; a position beyond the end means the last place. */
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
  /** Its limits; for agents other than ours, only the cost. */
  readonly limits?: TurnLimits | undefined;
  /** The same key gives the same turn. */
  readonly idempotencyKey?: string | undefined;
  readonly keyedRequest?: KeyedRequest | undefined;
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
  /** Without rewound ones. */
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

/** A turn that was started, perhaps over by now. */
export interface TurnAndEvents {
  readonly turn: Turn;
  /** All its events, if it is over and they came with it. */
  readonly events?: readonly LoggedEvent[] | undefined;
}

export interface Turns {
  /** Resolves when it is stored; it runs in the background. */
  start(turn: NewTurn): Promise<Turn>;
  /** As `start`, for callers that only need the outcome: a turn of another server may resolve later, together with its events. */
  run(turn: NewTurn): Promise<TurnAndEvents>;
  /** Rejects with `bad_input` if `start` would refuse the schema. For callers that create a session first. */
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
  /** The running turn of a session, and the queued ones, next one first. */
  queue(sessionId: string): Promise<TurnQueue>;
  /** Rejects with `turn_state` if the turn is no longer queued. */
  changeQueued(id: string, change: QueuedChange): Promise<Turn>;
  /** A client of the turn is connected, until this is disposed. Counts for turns with `onDisconnect: "cancel"`. */
  hold(id: string): Disposable;
  /** Called for every change of any turn, after it was stored. Returns a function that stops it. */
  onChange(listener: (turn: Turn) => void): () => void;
}

export function isOver({ state }: Pick<Turn, "state">): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
