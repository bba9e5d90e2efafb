// Questions by URL end with a notification that names no session: who asked is remembered here.
import type { CompleteElicitationNotification } from "@parley/acp";
import { isObject } from "@parley/base";

type Complete = (notification: CompleteElicitationNotification) => unknown;

export class OpenPages {
  readonly #max: number;
  readonly #pages = new Map<string, Complete>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Params of any request; only those of a question by URL count. An agent that opens too many has forgotten the oldest. */
  add(params: unknown, complete: Complete): void {
    if (!isObject(params) || params["mode"] !== "url" || typeof params["elicitationId"] !== "string") return;
    this.#pages.set(params["elicitationId"], complete);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#max) break;
      this.#pages.delete(oldest);
    }
  }

  take(elicitationId: string): Complete | undefined {
    const complete = this.#pages.get(elicitationId);
    this.#pages.delete(elicitationId);
    return complete;
  }
}
