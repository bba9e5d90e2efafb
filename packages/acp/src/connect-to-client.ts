// The agent's end of a connection: typed calls to a client, and handlers for what it asks.
import { RpcError, type RequestContext, type SendOutcome, type Transport } from "@parley/rpc";
import type { RequestOptions } from "./caller.ts";
import { BaseConnection, type Connection, type ConnectionOptions } from "./connection.ts";
import type { InitializeRequest, RequestPermissionRequest, RequestPermissionResponse } from "./generated/types.ts";
import { toRpcHandlers, type AgentHandlers, type AnyHandler } from "./handlers.ts";
import { methods, type MethodName } from "./methods.ts";
import { resolveOption } from "./resolve-option.ts";
import { SessionOrder } from "./session-order.ts";
import type { ClientNotifications, ClientRequests } from "./signatures.ts";
import type { Known } from "./unknown.ts";

export interface ClientConnection extends Connection {
  request<M extends keyof ClientRequests>(
    method: M,
    params: Known<ClientRequests[M]["params"]>,
    options?: RequestOptions<ClientRequests[M]["result"]>,
  ): Promise<ClientRequests[M]["result"]>;
  /** `full` means: wait for `drained()` before sending more. */
  notify<M extends keyof ClientNotifications>(method: M, params: Known<ClientNotifications[M]["params"]>): SendOutcome;
  /** The client's `initialize` params, once they have been answered. */
  readonly client: InitializeRequest | undefined;
}

/** `createHandlers` gets the connection, because most handlers want to talk back. */
export function connectToClient(
  transport: Transport,
  createHandlers: (client: ClientConnection) => AgentHandlers,
  options: ConnectionOptions = {},
): ClientConnection {
  return new TransportClientConnection(transport, createHandlers, options);
}

class TransportClientConnection extends BaseConnection implements ClientConnection {
  readonly #order = new SessionOrder();
  /** An `initialize` in progress; later calls on the wire wait for it. */
  #initializing: Promise<unknown> | undefined;
  client: InitializeRequest | undefined;

  constructor(
    transport: Transport,
    createHandlers: (client: ClientConnection) => AgentHandlers,
    options: ConnectionOptions,
  ) {
    super();
    const around = (method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown =>
      method === "initialize"
        ? this.#initialize(params as InitializeRequest, context, call)
        : this.#receive(method, params, context, call);
    const handlers = toRpcHandlers("agent", createHandlers(this), { around, report: options.onProblem });
    this.open(transport, "client", handlers, options);
  }

  request<M extends keyof ClientRequests>(
    method: M,
    params: Known<ClientRequests[M]["params"]>,
    options: RequestOptions<ClientRequests[M]["result"]> = {},
  ): Promise<ClientRequests[M]["result"]> {
    const answer = this.caller.request(method, params, options);
    if (method !== "session/request_permission") return answer;
    const { options: offered } = params as Known<RequestPermissionRequest>;
    return answer.then((response) => resolveOption(offered, response as RequestPermissionResponse));
  }

  notify<M extends keyof ClientNotifications>(method: M, params: Known<ClientNotifications[M]["params"]>): SendOutcome {
    return this.caller.notify(method, params);
  }

  #initialize(params: InitializeRequest, context: RequestContext, call: AnyHandler): unknown {
    const accept = (result: unknown): unknown => {
      this.client = params;
      this.caller.capabilities = params.clientCapabilities ?? {};
      return result;
    };
    const result = call(params, context);
    if (!(result instanceof Promise)) return accept(result);
    const initializing = result.then(accept).finally(() => {
      if (this.#initializing === initializing) this.#initializing = undefined;
    });
    this.#initializing = initializing;
    return initializing;
  }

  #receive(method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown {
    if (this.client !== undefined) return this.#inOrder(method, params, context, call);
    const afterwards = (): unknown => {
      if (this.client === undefined) throw RpcError.invalidRequest(`${method} came before initialize`);
      return this.#inOrder(method, params, context, call);
    };
    return this.#initializing?.then(afterwards, afterwards) ?? afterwards();
  }

  #inOrder(method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown {
    const { sessionId } = params as { sessionId?: unknown };
    if (typeof sessionId !== "string") return call(params, context);
    return this.#order.run(sessionId, methods[method].ordering, () => call(params, context));
  }
}
