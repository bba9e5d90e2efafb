// A JSON-RPC 2.0 peer: both sides of one connection, over any transport.
import { ParleyError } from "@parley/base";
import { CANCEL_METHOD, Dispatcher } from "./dispatcher.ts";
import type { Handlers } from "./handlers.ts";
import { defaultLimits, type RpcLimits } from "./limits.ts";
import { PendingRequests, type RequestOptions } from "./pending-requests.ts";
import type { Problem } from "./problem.ts";
import type { SendOutcome, Transport } from "./transport.ts";

export interface PeerOptions extends Handlers {
  /** An agent answers text that is not JSON with −32700; a client only reports it. */
  readonly answerMalformed?: boolean;
  readonly limits?: Partial<RpcLimits>;
  readonly onProblem?: (problem: Problem) => void;
}

export interface Peer {
  /** Rejects with the RpcError the other side answered, or with a ParleyError if there is no answer. */
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown>;
  /** `full` means: wait for `drained()` before sending more. Throws only if the params are not JSON. */
  notify(method: string, params?: unknown): SendOutcome;
  drained(): Promise<void>;
  /** Requests of this side that are not answered yet. */
  readonly pending: number;
  /** Rejects what is pending, sends what is queued, ends the transport. */
  close(): Promise<void>;
  /** Settles when the connection is over, with the reason if it was a failure. */
  readonly closed: Promise<ParleyError | undefined>;
}

export function createPeer(transport: Transport, options: PeerOptions = {}): Peer {
  return new TransportPeer(transport, options);
}

class TransportPeer implements Peer {
  readonly closed: Promise<ParleyError | undefined>;
  readonly #transport: Transport;
  readonly #pending: PendingRequests;
  readonly #dispatcher: Dispatcher;
  #settleClosed: (reason: ParleyError | undefined) => void = () => undefined;
  #isClosed = false;
  #reason: ParleyError | undefined;

  constructor(transport: Transport, options: PeerOptions) {
    const limits = { ...defaultLimits, ...options.limits };
    this.#transport = transport;
    this.#pending = new PendingRequests({
      cancelGraceMs: limits.cancelGraceMs,
      sendCancel: (requestId) => void this.notify(CANCEL_METHOD, { requestId }),
    });
    this.#dispatcher = new Dispatcher({
      transport,
      handlers: options,
      pending: this.#pending,
      limits,
      answerMalformed: options.answerMalformed ?? false,
      report: options.onProblem ?? (() => undefined),
      onClosed: (reason) => this.#finish(reason),
    });
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    transport.open(this.#dispatcher);
  }

  request(method: string, params?: unknown, options: RequestOptions = {}): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(this.#unanswered(method));
    return this.#pending.add(method, options, (id) => {
      try {
        const outcome = this.#transport.send({ jsonrpc: "2.0", id, method, params });
        return outcome === "closed" ? this.#unanswered(method) : undefined;
      } catch (cause) {
        return unsendable(method, cause);
      }
    });
  }

  notify(method: string, params?: unknown): SendOutcome {
    try {
      return this.#transport.send({ jsonrpc: "2.0", method, params });
    } catch (cause) {
      throw unsendable(method, cause);
    }
  }

  get pending(): number {
    return this.#pending.size;
  }

  drained(): Promise<void> {
    return this.#transport.drained();
  }

  async close(): Promise<void> {
    this.#finish(undefined);
    await this.#transport.close();
  }

  #finish(reason: ParleyError | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reason = reason;
    this.#pending.rejectAll((method) => this.#unanswered(method));
    this.#dispatcher.abortAll(new ParleyError({ code: "connection_closed", message: "The connection was closed" }));
    this.#settleClosed(reason);
  }

  #unanswered(method: string): ParleyError {
    const code = this.#reason?.code ?? "connection_closed";
    const why = this.#reason === undefined ? "" : `: ${this.#reason.message}`;
    const message = `The connection was closed before ${method} was answered${why}`;
    return new ParleyError({ code, message, cause: this.#reason });
  }
}

/** A transport may report why it cannot send a message; any other error comes from JSON.stringify. */
function unsendable(method: string, cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  return new ParleyError({ code: "invalid_message", message: `The params of ${method} are not JSON`, cause });
}
