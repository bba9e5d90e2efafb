// The client's end of a connection: typed calls to an agent, and handlers for its requests.
import { ParleyError, isObject } from "@parley/base";
import { type RequestContext, type SendOutcome, type Transport } from "@parley/rpc";
import type { RequestOptions } from "./caller.ts";
import { hasCapability } from "./capability.ts";
import { BaseConnection, type Connection, type ConnectionOptions } from "./connection.ts";
import { invalidField } from "./field-name.ts";
import type {
  AuthenticateRequest,
  ClientCapabilities,
  CreateElicitationRequest,
  CreateElicitationResponse,
  InitializeRequest,
  InitializeResponse,
} from "./generated/types.ts";
import { toRpcHandlers, type AnyHandler, type ClientHandlers } from "./handlers.ts";
import type { MethodName } from "./methods.ts";
import { OpenPages, OpenQuestions } from "./open-questions.ts";
import type { AgentNotifications, AgentRequests } from "./signatures.ts";
import { isUnknown, type Known } from "./unknown.ts";

export interface AgentConnection extends Connection {
  request<M extends keyof AgentRequests>(
    method: M,
    params: Known<AgentRequests[M]["params"]>,
    options?: RequestOptions<AgentRequests[M]["result"]>,
  ): Promise<AgentRequests[M]["result"]>;
  /** Sending `session/cancel` also answers every open question of that session with `cancelled`. */
  notify<M extends keyof AgentNotifications>(method: M, params: Known<AgentNotifications[M]["params"]>): SendOutcome;
  /** The agent's answer to `initialize`; undefined before. */
  readonly agent: InitializeResponse | undefined;
  /** Requests that the agent has not answered yet. */
  readonly pending: number;
}

export interface AgentConnectionOptions extends ConnectionOptions {
  /** Finds the session for agents that omit it. Throws the error to answer with if several sessions are possible. */
  readonly onlySession?: () => string;
}

/** `createHandlers` gets the connection, because most handlers want to talk back. */
export function connectToAgent(
  transport: Transport,
  createHandlers: (agent: AgentConnection) => ClientHandlers,
  options: AgentConnectionOptions = {},
): AgentConnection {
  return new TransportAgentConnection(transport, createHandlers, options);
}

/** The answer to a question when its turn is cancelled. */
const CANCELLED_ANSWERS: Partial<Record<MethodName, unknown>> = {
  "session/request_permission": { outcome: { outcome: "cancelled" } },
  "elicitation/create": { action: "cancel" },
};

class TransportAgentConnection extends BaseConnection implements AgentConnection {
  readonly #questions = new OpenQuestions();
  readonly #pages = new OpenPages();
  /** What this side announced in `initialize`. */
  #offered: ClientCapabilities | undefined;
  agent: InitializeResponse | undefined;

  constructor(
    transport: Transport,
    createHandlers: (agent: AgentConnection) => ClientHandlers,
    options: AgentConnectionOptions,
  ) {
    super();
    const around = (method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown =>
      this.#receive(method, params, context, call);
    const handlers = this.#withKnownPages(createHandlers(this));
    const { onProblem: report, onlySession } = options;
    this.open(transport, "agent", toRpcHandlers("client", handlers, { around, report, onlySession }), options);
  }

  request<M extends keyof AgentRequests>(
    method: M,
    params: Known<AgentRequests[M]["params"]>,
    options: RequestOptions<AgentRequests[M]["result"]> = {},
  ): Promise<AgentRequests[M]["result"]> {
    if (method === "authenticate" && this.#isTerminalMethod(params as AuthenticateRequest)) {
      return Promise.reject(notForAuthenticate((params as AuthenticateRequest).methodId));
    }
    if (method !== "initialize") return this.caller.request(method, params, options);
    this.#offered = (params as InitializeRequest).clientCapabilities;
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
    if (method !== "elicitation/create") return this.#ask(method, params, context, call);
    const question = params as CreateElicitationRequest;
    const mode = modeOf(question);
    if (!hasCapability(this.#offered, `elicitation.${mode}`)) {
      throw invalidField("/mode", `this client takes no questions of the mode ${mode}`);
    }
    const answer = this.#ask(method, params, context, call);
    if (question.mode !== "url") return answer;
    return this.#pages.ask(question.elicitationId, Promise.resolve(answer as CreateElicitationResponse));
  }

  #ask(method: MethodName, params: unknown, context: RequestContext, call: AnyHandler): unknown {
    const cancelled = CANCELLED_ANSWERS[method];
    const { sessionId } = params as { sessionId?: unknown };
    if (cancelled === undefined || typeof sessionId !== "string") return call(params, context);
    return this.#questions.ask(sessionId, context, cancelled, (inner) => call(params, inner));
  }

  /** The client must not be notified about a page that it was never asked to open, or that is already complete. */
  #withKnownPages(handlers: ClientHandlers): ClientHandlers {
    const complete = handlers["elicitation/complete"];
    if (complete === undefined) return handlers;
    return {
      ...handlers,
      "elicitation/complete": (params) => (this.#pages.complete(params.elicitationId) ? complete(params) : undefined),
    };
  }

  #isTerminalMethod({ methodId }: AuthenticateRequest): boolean {
    return this.agent?.authMethods?.some((method) => method.type === "terminal" && method.id === methodId) ?? false;
  }
}

function modeOf(question: CreateElicitationRequest): string {
  const mode = isUnknown(question) && isObject(question.raw) ? question.raw["mode"] : question.mode;
  return String(mode);
}

/** https://agentclientprotocol.com/protocol/v1/authentication#terminal-authentication */
function notForAuthenticate(methodId: string): ParleyError {
  const message = `authenticate was not sent: ${methodId} is a method for a terminal; run the agent with its arguments`;
  return new ParleyError({ code: "usage", message });
}
