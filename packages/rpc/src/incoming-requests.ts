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
  /** Requests whose id was reused before they were answered. They still need an answer. */
  readonly #shadowed = new Set<IncomingRequest>();

  get size(): number {
    return this.#byId.size + this.#shadowed.size;
  }

  has(id: RequestId): boolean {
    return this.#byId.has(id);
  }

  add(id: RequestId, method: string): IncomingRequest {
    const request = new IncomingRequest(id, method);
    const shadowed = this.#byId.get(id);
    if (shadowed !== undefined) this.#shadowed.add(shadowed);
    this.#byId.set(id, request);
    return request;
  }

  remove(request: IncomingRequest): void {
    if (this.#byId.get(request.id) === request) this.#byId.delete(request.id);
    else this.#shadowed.delete(request);
  }

  abort(id: RequestId, reason: unknown): void {
    this.#byId.get(id)?.abort(reason);
  }

  abortAll(reason: unknown): void {
    for (const request of this.#byId.values()) request.abort(reason);
    for (const request of this.#shadowed) request.abort(reason);
  }
}
