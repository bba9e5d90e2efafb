// The client's end of a connection: typed calls to an agent, and handlers for what it asks.
import type { RequestContext, SendOutcome, Transport } from "@parley/rpc";
import type { RequestOptions } from "./caller.ts";
import { BaseConnection, type Connection, type ConnectionOptions } from "./connection.ts";
import type { InitializeResponse } from "./generated/types.ts";
import { toRpcHandlers, type AnyHandler, type ClientHandlers } from "./handlers.ts";
import type { MethodName } from "./methods.ts";
import { OpenQuestions } from "./open-questions.ts";
import type { AgentNotifications, AgentRequests } from "./signatures.ts";
import type { Known } from "./unknown.ts";

export interface AgentConnection extends Connection {
  request<M extends keyof AgentRequests>(
    method: M,
    params: Known<AgentRequests[M]["params"]>,
    options?: RequestOptions<AgentRequests[M]["result"]>,
  ): Promise<AgentRequests[M]["result"]>;
  /** Sending `session/cancel` also answers every open question of that session with `cancelled`. */
  notify<M extends keyof AgentNotifications>(method: M, params: Known<AgentNotifications[M]["params"]>): SendOutcome;
  /** What the agent said in `initialize`, once it has. */
  readonly agent: InitializeResponse | undefined;
}

/** `createHandlers` gets the connection, because most handlers want to talk back. */
export function connectToAgent(
  transport: Transport,
  createHandlers: (agent: AgentConnection) => ClientHandlers,
  options: ConnectionOptions = {},
): AgentConnection {
  return new TransportAgentConnection(transport, createHandlers, options);
}

/** What a question is answered with when its turn is cancelled. */
const CANCELLED_ANSWERS: Partial<Record<MethodName, unknown>> = {
  "session/request_permission": { outcome: { outcome: "cancelled" } },
  "elicitation/create": { action: "cancel" },
};

class TransportAgentConnection extends BaseConnection implements AgentConnection {
  readonly #questions = new OpenQuestions();
  agent: InitializeResponse | undefined;

  constructor(
    transport: Transport,
    createHandlers: (agent: AgentConnection) => ClientHandlers,
    options: ConnectionOptions,
  ) {
    super();
    const around = (method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown =>
      this.#receive(method, params, context, call);
    this.open(transport, "agent", toRpcHandlers("client", createHandlers(this), around, options.onProblem), options);
  }

  request<M extends keyof AgentRequests>(
    method: M,
    params: Known<AgentRequests[M]["params"]>,
    options: RequestOptions<AgentRequests[M]["result"]> = {},
  ): Promise<AgentRequests[M]["result"]> {
    if (method !== "initialize") return this.caller.request(method, params, options);
    return this.caller.request<InitializeResponse>(method, params, {
      ...options,
      onResult: (result) => {
        this.agent = result;
        this.caller.capabilities = result.agentCapabilities ?? {};
        options.onResult?.(result);
      },
    });
  }

  notify<M extends keyof AgentNotifications>(method: M, params: Known<AgentNotifications[M]["params"]>): SendOutcome {
    const outcome = this.caller.notify(method, params);
    this.#questions.cancel(params.sessionId);
    return outcome;
  }

  #receive(method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown {
    const cancelled = CANCELLED_ANSWERS[method];
    const { sessionId } = params as { sessionId?: unknown };
    if (cancelled === undefined || typeof sessionId !== "string") return call(params, context);
    return this.#questions.ask(sessionId, context, cancelled, (inner) => call(params, inner));
  }
}
