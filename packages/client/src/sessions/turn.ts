// One turn, from a prompt to its end. The first caller that ends it decides how.
import type { StopReason, Usage } from "@parley/acp";
import { createId, ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";

export type TurnEnding =
  | { readonly stopReason: StopReason; readonly usage?: Usage | undefined; readonly error?: undefined }
  | { readonly error: ParleyError | RpcError; readonly stopReason?: undefined };

export class Turn {
  readonly id: string = createId();
  readonly ended: Promise<TurnEnding>;
  #settle: (ending: TurnEnding) => void = () => undefined;
  readonly #cancelled = new AbortController();
  /** Aborts when the turn is over or cancelled. */
  readonly signal: AbortSignal = this.#cancelled.signal;
  /** `waiting`: for the agent to start. `begun`: the prompt is in the log. `sent`: the agent has it. */
  phase: "waiting" | "begun" | "sent" | "over" = "waiting";
  /** Continues an interrupted turn: see `PromptOptions`. */
  isContinued = false;
  /** Number of its prompt in the log. */
  promptSeq: number | undefined;
  /** Its prompt is in the log, so its stop must be too. */
  isRecorded = false;
  #isCancelled = false;
  /** Set if the turn ended before the agent answered; called when the answer arrives. */
  onAnswered: (() => void) | undefined;
  /** A limit ended the turn, not the user. */
  isLimited = false;
  /** The agent is being restarted for this turn, which must survive that. */
  isReplacing = false;

  readonly #conclude: (ending: TurnEnding) => TurnEnding;

  constructor(conclude: (ending: TurnEnding) => TurnEnding = (ending) => ending) {
    this.#conclude = conclude;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#cancelled.abort();
  }

  get isOver(): boolean {
    return this.phase === "over";
  }

  /** Returns how it ended; undefined if it was already over. */
  end(given: TurnEnding): TurnEnding | undefined {
    if (this.phase === "over") return undefined;
    this.phase = "over";
    const ending = this.isRecorded ? this.#conclude(given) : given;
    if (ending.error !== undefined) this.#cancelled.abort();
    this.#settle(ending);
    return ending;
  }
}

export function toTurnError(error: unknown): ParleyError | RpcError {
  if (error instanceof ParleyError || error instanceof RpcError) return error;
  const message = `The turn failed: ${error instanceof Error ? error.message : String(error)}`;
  return new ParleyError({ code: "invalid_message", message, cause: error });
}
