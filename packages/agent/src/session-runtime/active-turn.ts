// A turn that is running: how it is cancelled, and what was said while it runs.
import type { PromptResponse } from "@parley/acp";
import { createId } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { TurnBudget } from "../loop/turn-limits.ts";
import type { Steering } from "../loop/types.ts";
import type { UserMessage } from "../models/message.ts";
import { STEERING_MAX } from "../sessions/limits.ts";

export class ActiveTurn {
  readonly id: string = createId();
  readonly #cancellation = new AbortController();
  readonly #waiting: UserMessage[] = [];
  readonly budget: TurnBudget | undefined;
  #isOver = false;
  /** Settles as the prompt that began it does. */
  ended: Promise<PromptResponse> | undefined;

  constructor(budget?: TurnBudget) {
    this.budget = budget;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  cancel(): void {
    this.#cancellation.abort();
  }

  /** Heard at the next step. False if the turn is over but for its answer: it hears nothing any more. */
  steer(message: UserMessage): boolean {
    if (this.#isOver) return false;
    if (this.#waiting.length >= STEERING_MAX) {
      throw RpcError.invalidRequest(`${STEERING_MAX} messages wait for the running turn already; wait, or cancel it`);
    }
    this.#waiting.push(message);
    return true;
  }

  /** What was said too late for the last step. Undefined: nothing was, and from now on nothing is heard. */
  next(): UserMessage | undefined {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isOver = true;
    return next;
  }

  /** What waits is not heard, and nothing more is. */
  end(): void {
    this.#isOver = true;
  }

  /** As the loop takes it. */
  get steering(): Steering {
    const waiting = this.#waiting;
    return {
      get size() {
        return waiting.length;
      },
      take: () => waiting.splice(0),
    };
  }
}
