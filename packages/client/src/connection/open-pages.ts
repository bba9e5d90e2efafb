// Elicitations by URL are completed by a notification without a session id: this remembers which session asked.
import type { CompleteElicitationNotification } from "@parley/acp";
import { isObject } from "@parley/base";

type Complete = (notification: CompleteElicitationNotification) => unknown;

export class OpenPages {
  readonly #max: number;
  readonly #pages = new Map<string, Complete>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Accepts the params of any request and ignores all but elicitations by URL. Past the limit the oldest is dropped. */
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
