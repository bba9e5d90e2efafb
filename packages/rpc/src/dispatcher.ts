// The receiving half of a peer: it classifies each message, delivers it in wire order and answers it.
import { NESTING_MAX, ParleyError, isObject } from "@parley/base";
import type { Handlers, NotificationHandler, RequestHandler } from "./handlers.ts";
import { IncomingRequests, type IncomingRequest } from "./incoming-requests.ts";
import type { RpcLimits } from "./limits.ts";
import { isAnswer, isRequestId, type LooseMessage, type Message, type RequestId } from "./message.ts";
import { NotificationFlow } from "./notification-flow.ts";
import { identifyOversized } from "./oversized.ts";
import type { PendingRequests } from "./pending-requests.ts";
import type { Problem } from "./problem.ts";
import { ErrorCodes, RpcError } from "./rpc-error.ts";
import type { MalformedInput, Receiver, Transport } from "./transport.ts";

/** Named by the Agent Client Protocol; other users of JSON-RPC may send it as well. */
export const CANCEL_METHOD = "$/cancel_request";

const NOT_RPC = "Not a JSON-RPC 2.0 message";

export interface DispatcherOptions {
  readonly transport: Transport;
  readonly handlers: Handlers;
  readonly pending: PendingRequests;
  readonly limits: RpcLimits;
  /** An agent answers text that is not JSON with −32700; a client only reports it. */
  readonly answerMalformed: boolean;
  readonly report: (problem: Problem) => void;
  readonly onClosed: (reason: ParleyError | undefined) => void;
}

export class Dispatcher implements Receiver {
  readonly #options: DispatcherOptions;
  readonly #requests: ReadonlyMap<string, RequestHandler>;
  readonly #notifications: ReadonlyMap<string, NotificationHandler>;
  readonly #incoming = new IncomingRequests();
  readonly #flow: NotificationFlow;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#requests = new Map(Object.entries(options.handlers.requests ?? {}));
    this.#notifications = new Map(Object.entries(options.handlers.notifications ?? {}));
    this.#flow = new NotificationFlow(options.transport, options.limits.notificationBytesHigh);
  }

  message(value: unknown, bytes: number): void {
    if (!isObject(value)) {
      const reason = Array.isArray(value) ? "Batches are not supported" : "A message must be an object";
      this.#refuse({}, reason, value);
      return;
    }
    const { method, id }: LooseMessage = value;
    if (value["jsonrpc"] !== "2.0" && value["jsonrpc"] !== undefined) this.#refuse(value, NOT_RPC);
    else if (typeof method === "string") {
      if (id === undefined) this.#notification(method, value["params"], bytes);
      else if (isRequestId(id)) this.#request(id, method, value["params"]);
      else this.#refuse(value, "An id must be a number, a string or null");
    } else if (method === undefined && isRequestId(id) && this.#isAnswer(id, value)) this.#response(id, value);
    else this.#refuse(value, NOT_RPC);
  }

  malformed(input: MalformedInput): void {
    const { answerMalformed, limits, pending, report } = this.#options;
    report({ kind: "malformed", input });
    if (input.kind === "not_text") return;
    if (input.kind === "not_json") {
      if (answerMalformed) this.#sendError(null, new RpcError(ErrorCodes.parseError, "Parse error: not JSON"));
      return;
    }
    const oversized = identifyOversized(input.head, input.tail);
    const isDeep = input.kind === "too_deep";
    const text = isDeep
      ? `The message is nested deeper than ${NESTING_MAX} levels`
      : `The message has ${input.bytes} bytes; the limit is ${limits.lineBytesMax}`;
    const data = isDeep ? { nestingMax: NESTING_MAX } : { lineBytesMax: limits.lineBytesMax };
    if (oversized.kind === "response" && oversized.id !== undefined) {
      const method = pending.methodOf(oversized.id) ?? "a request";
      const message = `The answer to ${method} cannot be read. ${text}.`;
      pending.reject(oversized.id, new ParleyError({ code: "message_too_large", message }));
    } else if (oversized.kind === "request" && oversized.id !== undefined) {
      this.#sendError(oversized.id, RpcError.invalidRequest(text, data));
    } else if (answerMalformed) {
      this.#sendError(null, RpcError.invalidRequest(text, data));
    }
  }

  closed(reason: ParleyError | undefined): void {
    this.#options.onClosed(reason);
  }

  abortAll(reason: unknown): void {
    this.#incoming.abortAll(reason);
  }

  #notification(method: string, params: unknown, bytes: number): void {
    try {
      const handler = this.#notifications.get(method);
      let done: unknown;
      if (handler !== undefined) done = handler(params);
      else if (method === CANCEL_METHOD) this.#cancelled(params);
      else done = this.#options.handlers.otherNotification?.(method, params);
      if (done instanceof Promise) this.#await(done, method, bytes);
    } catch (cause) {
      this.#options.report({ kind: "handler_failed", method, cause });
    }
  }

  #await(done: Promise<unknown>, method: string, bytes: number): void {
    this.#flow.begin(bytes);
    done
      .catch((cause: unknown) => this.#options.report({ kind: "handler_failed", method, cause }))
      .finally(() => this.#flow.finish(bytes));
  }

  #cancelled(params: unknown): void {
    const id = isObject(params) ? params["requestId"] : undefined;
    if (isRequestId(id)) this.#incoming.abort(id, RpcError.requestCancelled());
  }

  #request(id: RequestId, method: string, params: unknown): void {
    const { handlers, limits, report } = this.#options;
    const handler = this.#requests.get(method) ?? handlers.otherRequest;
    if (handler === undefined) {
      this.#sendError(id, RpcError.methodNotFound(method));
      return;
    }
    if (this.#incoming.size >= limits.inboundRequestsMax) {
      const text = `Too many requests in flight (limit ${limits.inboundRequestsMax}); wait for answers first`;
      this.#sendError(id, new RpcError(ErrorCodes.internalError, text));
      return;
    }
    if (this.#incoming.has(id)) report({ kind: "duplicate_request_id", id, method });
    const request = this.#incoming.add(id, method);
    try {
      const result = handler(params, request);
      if (result instanceof Promise) {
        result.then(
          (value: unknown) => this.#answer(request, value),
          (cause: unknown) => this.#fail(request, cause),
        );
      } else this.#answer(request, result);
    } catch (cause) {
      this.#fail(request, cause);
    }
  }

  #answer(request: IncomingRequest, result: unknown): void {
    this.#incoming.remove(request);
    try {
      // JSON omits these, so the answer would have no result.
      if (typeof result === "function" || typeof result === "symbol") {
        throw new TypeError(`The result is a ${typeof result}`);
      }
      this.#options.transport.send({ jsonrpc: "2.0", id: request.id, result: result === undefined ? null : result });
    } catch (cause) {
      this.#options.report({ kind: "handler_failed", method: request.method, cause });
      this.#sendError(request.id, RpcError.internalError(cause, "The result is not JSON"));
    }
  }

  #fail(request: IncomingRequest, cause: unknown): void {
    this.#incoming.remove(request);
    if (request.aborted && !(cause instanceof RpcError)) this.#sendError(request.id, RpcError.requestCancelled());
    else if (cause instanceof RpcError) this.#sendError(request.id, cause);
    else {
      this.#options.report({ kind: "handler_failed", method: request.method, cause });
      this.#sendError(request.id, RpcError.internalError(cause));
    }
  }

  #response(id: RequestId, message: LooseMessage): void {
    const { pending, report } = this.#options;
    if (message.error === undefined || message.error === null) {
      if (!pending.resolve(id, message.result)) report({ kind: "unmatched_response", id, error: undefined });
      return;
    }
    const error = RpcError.fromWire(message.error);
    if (!pending.reject(id, error)) report({ kind: "unmatched_response", id, error });
  }

  #isAnswer(id: RequestId, message: LooseMessage): boolean {
    return isAnswer(message) || this.#options.pending.mayBeEmpty(id);
  }

  /** Without a method, the id is one of ours. Sending it back would answer a request of the other side. */
  #refuse(message: LooseMessage, reason: string, value: unknown = message): void {
    const { pending, report } = this.#options;
    report({ kind: "invalid_message", value, reason });
    const id = isRequestId(message.id) ? message.id : null;
    if (message.method !== undefined) this.#sendError(id, RpcError.invalidRequest(reason));
    else if (!pending.reject(id, invalidAnswer(pending.methodOf(id), reason))) {
      this.#sendError(null, RpcError.invalidRequest(reason));
    }
  }

  #sendError(id: RequestId, error: RpcError): void {
    const message: Message = { jsonrpc: "2.0", id, error: error.toWire() };
    try {
      this.#options.transport.send(message);
    } catch (cause) {
      // Only `data` can be invalid as JSON.
      this.#options.report({ kind: "handler_failed", method: "", cause });
      this.#options.transport.send({ jsonrpc: "2.0", id, error: { code: error.code, message: error.message } });
    }
  }
}

function invalidAnswer(method = "a request", reason = ""): ParleyError {
  return new ParleyError({ code: "invalid_message", message: `The answer to ${method} cannot be read. ${reason}.` });
}
