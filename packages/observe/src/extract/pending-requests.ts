// Unanswered requests in one direction. Ids of different types are distinct: 1 is not "1".
import type { RequestId } from "@parley/rpc";
import { BoundedMap } from "./bounded-map.ts";
import { PENDING_REQUESTS_MAX } from "../limits.ts";

/** Only what is needed to handle the answer, because params can be large. */
export interface PendingRequest {
  readonly method: string;
  readonly sessionId?: string | undefined;
  readonly cwd?: string | undefined;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly terminalId?: string | undefined;
  readonly command?: string | undefined;
  readonly toolCallId?: string | undefined;
  /** Kinds of the options of a question, by their ids. */
  readonly optionKinds?: ReadonlyMap<string, string | undefined> | undefined;
  /** Whether the session had already replayed its history at the time of the request. */
  readonly wasHistory?: boolean | undefined;
}

export class PendingRequests {
  readonly #requests = new BoundedMap<RequestId, PendingRequest>(PENDING_REQUESTS_MAX);
  /** Some were dropped, so a response without a request is not an error. */
  #isLossy = false;

  get isLossy(): boolean {
    return this.#isLossy;
  }

  add(id: RequestId, request: PendingRequest): void {
    if (this.#requests.set(id, request) !== undefined) this.#isLossy = true;
  }

  take(id: RequestId): PendingRequest | undefined {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    return request;
  }
}

/** As in observations: a number unchanged, a text in quotes. */
export function nameRequest(id: RequestId): string {
  return JSON.stringify(id).slice(0, 200);
}
