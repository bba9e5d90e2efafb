// Sent requests that have no answer yet. Independent of the transport.
import { ParleyError } from "@parley/base";
import { Deadlines } from "./deadlines.ts";
import type { RequestId } from "./message.ts";

export interface RequestOptions {
  /** No limit unless given. */
  readonly timeoutMs?: number | undefined;
  /** Aborting asks the other side to cancel; the promise settles with its answer, or after a grace period.
   * With a signal that is already aborted nothing is sent. */
  readonly signal?: AbortSignal | undefined;
  /**
   * An answer without a result counts, with undefined: serializers that omit what is empty (Go's `omitempty`,
   * JavaScript's `undefined`) leave out an empty result as well.
   */
  readonly mayBeEmpty?: boolean | undefined;
  /** Maps the result to the promise's value; called in wire order, before any later message is delivered. */
  readonly read?: ((result: unknown) => unknown) | undefined;
}

interface Entry {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly options: RequestOptions;
  isCancelled: boolean;
  /** Stops listening to the signal. */
  detach: (() => void) | undefined;
}

export interface PendingRequestsOptions {
  readonly cancelGraceMs: number;
  /** Notifies the other side that this request has been cancelled. */
  readonly sendCancel: (id: RequestId) => void;
}

export class PendingRequests {
  readonly #entries = new Map<RequestId, Entry>();
  readonly #options: PendingRequestsOptions;
  readonly #deadlines = new Deadlines<RequestId>((id) => this.#expire(id));
  #nextId = 0;

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Assigns an id and waits; `send` puts the request on the wire and returns whether that worked. */
  add(method: string, options: RequestOptions, send: (id: number) => ParleyError | undefined): Promise<unknown> {
    if (options.signal?.aborted === true) return Promise.reject(cancelledBeforeSending(method, options.signal.reason));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      const entry: Entry = { method, resolve, reject, options, isCancelled: false, detach: undefined };
      this.#entries.set(id, entry);
      const failure = send(id);
      if (failure !== undefined) this.reject(id, failure);
      else this.#guard(id, entry);
    });
  }

  /** False if no request with this id is pending. */
  resolve(id: RequestId, result: unknown): boolean {
    const entry = this.#take(id);
    if (entry === undefined) return false;
    try {
      const { read } = entry.options;
      entry.resolve(read === undefined ? result : read(result));
    } catch (cause) {
      entry.reject(cause instanceof Error ? cause : new Error(String(cause)));
    }
    return true;
  }

  reject(id: RequestId, error: Error): boolean {
    const entry = this.#take(id);
    entry?.reject(error);
    return entry !== undefined;
  }

  rejectAll(reason: (method: string) => Error): void {
    for (const [id, { method }] of this.#entries) this.reject(id, reason(method));
    this.#deadlines.stop();
  }

  mayBeEmpty(id: RequestId): boolean {
    return this.#entries.get(id)?.options.mayBeEmpty === true;
  }

  methodOf(id: RequestId): string | undefined {
    return this.#entries.get(id)?.method;
  }

  #take(id: RequestId): Entry | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    this.#entries.delete(id);
    this.#deadlines.delete(id);
    entry.detach?.();
    return entry;
  }

  #guard(id: RequestId, entry: Entry): void {
    const { timeoutMs, signal } = entry.options;
    // An answer may already have come, on a transport that delivers at once.
    if (!this.#entries.has(id)) return;
    if (timeoutMs !== undefined) this.#deadlines.set(id, timeoutMs);
    if (signal === undefined) return;
    const cancel = (): void => this.#cancel(id, entry);
    signal.addEventListener("abort", cancel, { once: true });
    entry.detach = () => signal.removeEventListener("abort", cancel);
  }

  #cancel(id: RequestId, entry: Entry): void {
    entry.isCancelled = true;
    this.#deadlines.delete(id);
    this.#options.sendCancel(id);
    // Sending may have shown that the connection is over, which settles everything.
    if (this.#entries.has(id)) this.#deadlines.set(id, this.#options.cancelGraceMs);
  }

  #expire(id: RequestId): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { cancelGraceMs, sendCancel } = this.#options;
    if (entry.isCancelled) {
      const message = `${entry.method} was cancelled, and the other side did not confirm it within ${cancelGraceMs} ms`;
      this.reject(id, new ParleyError({ code: "request_cancelled", message }));
      return;
    }
    const message = `${entry.method} was not answered within ${entry.options.timeoutMs} ms`;
    this.reject(id, new ParleyError({ code: "request_timeout", message }));
    sendCancel(id);
  }
}

function cancelledBeforeSending(method: string, cause: unknown): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: `${method} was cancelled before it was sent`, cause });
}
