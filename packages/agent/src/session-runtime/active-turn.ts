// The running turn of a session: its cancellation, and the messages sent while it runs.
import type { PromptResponse } from "@parley/acp";
import { createId } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { TurnBudget } from "../loop/turn-limits.ts";
import type { Steering } from "../loop/types.ts";
import type { UserMessage } from "../models/message.ts";
import { STEERING_MAX } from "../limits.ts";

export class ActiveTurn {
  readonly id: string = createId();
  readonly #cancellation = new AbortController();
  readonly #waiting: UserMessage[] = [];
  readonly budget: TurnBudget | undefined;
  #isOver = false;
  /** Settles with the response to its prompt. */
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

  /** Queues a message for the next step. False if the turn takes no more messages. */
  steer(message: UserMessage): boolean {
    if (this.#isOver) return false;
    if (this.#waiting.length >= STEERING_MAX) {
      throw RpcError.invalidRequest(
        `${STEERING_MAX} messages are already queued for the running turn; wait or cancel it`,
      );
    }
    this.#waiting.push(message);
    return true;
  }

  /** The next message that came too late for the last step; undefined closes the queue. */
  next(): UserMessage | undefined {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isOver = true;
    return next;
  }

  /** Closes the queue; messages left in it are dropped. */
  end(): void {
    this.#isOver = true;
  }

  /** The queue as a port of the loop. */
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
