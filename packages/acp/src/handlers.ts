// The receiving half of a connection: handlers by method name, given decoded params.
import { RpcError, type Handlers as RpcHandlers, type RequestContext } from "@parley/rpc";
import { ANSWER_ALIASES, METHOD_ALIASES, SESSION_ALIASES } from "./aliases.ts";
import { isObject } from "@parley/base";
import type { DecodeResult, Fields } from "./decode-trail.ts";
import { invalidParams } from "./field-name.ts";
import { methods, type MethodName, type MethodRow } from "./methods.ts";
import type { ConnectionProblem } from "./problem.ts";
import { answers, asked } from "./reshape/answers.ts";
import type {
  AgentNotifications,
  AgentRequests,
  ClientNotifications,
  ClientRequests,
  ExtensionMethod,
} from "./signatures.ts";
import type { Known } from "./unknown.ts";

/** A result without required fields may be left out. */
type Answer<Result> = object extends Result ? Known<Result> | void : Known<Result>;

type RequestHandlers<Requests extends Record<keyof Requests, { params: unknown; result: unknown }>> = {
  readonly [M in keyof Requests]?: (
    params: Requests[M]["params"],
    context: RequestContext,
  ) => Answer<Requests[M]["result"]> | Promise<Answer<Requests[M]["result"]>>;
};

type NotificationHandlers<Notifications extends Record<keyof Notifications, { params: unknown }>> = {
  readonly [M in keyof Notifications]?: (params: Notifications[M]["params"]) => void | Promise<void>;
};

/** The context is absent when the method came as a notification. */
interface ExtensionHandlers {
  readonly [method: ExtensionMethod]: ((params: unknown, context: RequestContext | undefined) => unknown) | undefined;
}

/** Requests that an agent answers. */
export type AgentHandlers = RequestHandlers<AgentRequests> &
  NotificationHandlers<AgentNotifications> &
  ExtensionHandlers;
/** Requests that a client answers. */
export type ClientHandlers = RequestHandlers<ClientRequests> &
  NotificationHandlers<ClientNotifications> &
  ExtensionHandlers;

export type AnyHandler = (params: unknown, context: RequestContext) => unknown;
/** Runs one call; a connection puts its own rules (order, initialization) around it. */
type Around = (method: MethodName, params: unknown, context: RequestContext, call: AnyHandler) => unknown;

/** The shared state of a connection's handlers. */
export interface Reception {
  readonly around: Around;
  readonly report?: ((problem: ConnectionProblem) => void) | undefined;
  /** The session for a message without one. If it is ambiguous, throws the error for the sender. */
  readonly onlySession?: (() => string) | undefined;
}

export function toRpcHandlers(
  side: "agent" | "client",
  handlers: AgentHandlers | ClientHandlers,
  reception: Reception,
): RpcHandlers {
  const requests: Record<string, AnyHandler> = {};
  const notifications: Record<string, (params: unknown) => unknown> = {};
  for (const [name, handler] of Object.entries(handlers) as [string, AnyHandler | undefined][]) {
    if (handler === undefined) continue;
    if (name.startsWith("_")) {
      requests[name] = handler;
      notifications[name] = (params) => (handler as (params: unknown) => unknown)(params);
    } else if (isMethodOf(side, name)) {
      const row = methods[name] as MethodRow<unknown, unknown>;
      requests[name] = receiveRequest(name, row, handler, reception);
      if (row.kind === "notification") notifications[name] = receiveNotification(name, row, handler, reception);
    }
  }
  for (const { from, to } of METHOD_ALIASES) {
    if (requests[to] !== undefined) requests[from] = requests[to];
    if (notifications[to] !== undefined) notifications[from] = notifications[to];
  }
  return { requests, notifications };
}

function isMethodOf(side: "agent" | "client", name: string): name is MethodName {
  return Object.hasOwn(methods, name) && methods[name as MethodName].to === side;
}

/** A notification that comes as a request is served too, and answered with an empty object. */
function receiveRequest(
  method: MethodName,
  row: MethodRow<unknown, unknown>,
  handler: AnyHandler,
  reception: Reception,
): AnyHandler {
  const forms = ANSWER_ALIASES.filter((alias) => alias.method === method);
  return (raw, context) => {
    // Decoding works in place, so afterwards the received form is gone.
    const form = isObject(raw) ? forms.find((alias) => asked[alias.asked](raw)) : undefined;
    const params = decodeParams(method, row, raw ?? {}, reception);
    if (!params.ok) throw invalidParams(params.error, raw);
    if (params.repairs.length > 0) reception.report?.({ kind: "repaired", method, paths: params.repairs });
    const result = reception.around(method, params.value, context, handler);
    const toAnswer = form === undefined ? orEmpty : (answer: unknown) => answers[form.reshape](orEmpty(answer));
    return result instanceof Promise ? result.then(toAnswer) : toAnswer(result);
  };
}

function orEmpty(result: unknown): Fields {
  return (result ?? {}) as Fields;
}

function receiveNotification(
  method: MethodName,
  row: MethodRow<unknown, unknown>,
  handler: AnyHandler,
  reception: Reception,
): (raw: unknown) => unknown {
  const deliver = handler as (params: unknown) => unknown;
  return (raw) => {
    const params = decodeNotified(method, row, raw, reception);
    if (!params.ok) {
      reception.report?.({ kind: "invalid_params", method, message: params.error.message, params: raw });
      return undefined;
    }
    if (params.repairs.length > 0) reception.report?.({ kind: "repaired", method, paths: params.repairs });
    return deliver(params.value);
  };
}

const WITHOUT_SESSION: ReadonlySet<string> = new Set(SESSION_ALIASES.map(({ method }) => method));

/** Throws the error to answer with if the session is missing and several are possible. */
function decodeParams(
  method: MethodName,
  row: MethodRow<unknown, unknown>,
  raw: unknown,
  { onlySession }: Reception,
): DecodeResult<unknown> {
  const params = row.params(raw);
  if (params.ok || params.error.path !== "/sessionId" || onlySession === undefined) return params;
  if (!isObject(raw) || raw["sessionId"] !== undefined || !WITHOUT_SESSION.has(method)) return params;
  raw["sessionId"] = onlySession();
  return row.params(raw);
}

/** A notification has no answer to carry an error, so an ambiguous session counts as a missing one. */
function decodeNotified(
  method: MethodName,
  row: MethodRow<unknown, unknown>,
  raw: unknown,
  reception: Reception,
): DecodeResult<unknown> {
  try {
    return decodeParams(method, row, raw, reception);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message } = error;
    return { ok: false, error: { path: "/sessionId", expected: "string", message } };
  }
}
