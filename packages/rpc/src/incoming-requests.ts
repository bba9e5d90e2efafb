// The requests this side owes an answer to, and their cancellation.
import type { RequestId } from "./message.ts";

export interface RequestContext {
  readonly id: RequestId;
  readonly method: string;
  /** Aborted when the other side cancels the request or the connection ends. */
  readonly signal: AbortSignal;
}

export class IncomingRequest implements RequestContext {
  readonly id: RequestId;
  readonly method: string;
  // Made on demand: most handlers never look at it, and a controller costs more than the rest of a request.
  #controller: AbortController | undefined;
  #abortReason: unknown;
  aborted = false;

  constructor(id: RequestId, method: string) {
    this.id = id;
    this.method = method;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }
}

export class IncomingRequests {
  readonly #byId = new Map<RequestId, IncomingRequest>();
  /** Counts every unanswered request; an id that is used twice is in the map only once. */
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(id: RequestId): boolean {
    return this.#byId.has(id);
  }

  add(id: RequestId, method: string): IncomingRequest {
    const request = new IncomingRequest(id, method);
    this.#byId.set(id, request);
    this.#size += 1;
    return request;
  }

  remove(request: IncomingRequest): void {
    this.#size -= 1;
    if (this.#byId.get(request.id) === request) this.#byId.delete(request.id);
  }

  abort(id: RequestId, reason: unknown): boolean {
    const request = this.#byId.get(id);
    request?.abort(reason);
    return request !== undefined;
  }

  abortAll(reason: unknown): void {
    for (const request of this.#byId.values()) request.abort(reason);
  }
}
