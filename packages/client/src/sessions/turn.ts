// One turn: from a prompt to its end. Several may want to end it; the first one does.
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
  /** Aborts when nobody wants any more what the turn waits for. */
  readonly signal: AbortSignal = this.#cancelled.signal;
  /** `waiting`: for the agent to be there. `begun`: the prompt is in the log. `sent`: the agent has it. */
  phase: "waiting" | "begun" | "sent" | "over" = "waiting";
  /** What was interrupted is continued: see `PromptOptions`. */
  isContinued = false;
  /** Its prompt is in the log, so its stop has to be. */
  isRecorded = false;
  #isCancelled = false;
  /** It was ended here and the agent still owes its answer: to be called when that has come. */
  onAnswered: (() => void) | undefined;
  /** A limit of the turn ended it, and not the user. */
  isLimited = false;
  /** The agent is being started again for the sake of this turn, which must not end with it. */
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

  /** How it ended; undefined if it was over already. */
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
