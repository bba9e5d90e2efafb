// Requests that wait for their answer, of one direction. Ids of any type are kept apart: 1 is not "1".
import type { RequestId } from "@parley/rpc";
import { BoundedMap } from "./bounded-map.ts";
import { PENDING_REQUESTS_MAX } from "../limits.ts";

/** Only what the answer needs: params can be large. */
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
  /** Whether the session told its history already when this was asked. */
  readonly wasHistory?: boolean | undefined;
}

export class PendingRequests {
  readonly #requests = new BoundedMap<RequestId, PendingRequest>(PENDING_REQUESTS_MAX);
  /** Some were forgotten, so a response without a request means nothing. */
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

/** As observations have it: a number as it is, a text in quotes. */
export function nameRequest(id: RequestId): string {
  return JSON.stringify(id).slice(0, 200);
}
