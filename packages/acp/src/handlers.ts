// The receiving half of a connection: handlers by method name, given decoded params.
import { RpcError, type Handlers as RpcHandlers, type RequestContext } from "@parley/rpc";
import { METHOD_ALIASES } from "./aliases.ts";
import { methods, type MethodName, type MethodRow } from "./methods.ts";
import type { ConnectionProblem } from "./problem.ts";
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

/** What an agent answers. */
export type AgentHandlers = RequestHandlers<AgentRequests> &
  NotificationHandlers<AgentNotifications> &
  ExtensionHandlers;
/** What a client answers. */
export type ClientHandlers = RequestHandlers<ClientRequests> &
  NotificationHandlers<ClientNotifications> &
  ExtensionHandlers;

export type AnyHandler = (params: unknown, context: RequestContext) => unknown;
/** Runs one call; a connection puts its own rules (order, initialization) around it. */
export type Around = (method: MethodName, params: unknown, context: RequestContext, call: AnyHandler) => unknown;

export function toRpcHandlers(
  side: "agent" | "client",
  handlers: AgentHandlers | ClientHandlers,
  around: Around,
  report: (problem: ConnectionProblem) => void = () => undefined,
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
      requests[name] = receiveRequest(name, row, handler, around, report);
      if (row.kind === "notification") notifications[name] = receiveNotification(name, row, handler, report);
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
  around: Around,
  report: (problem: ConnectionProblem) => void,
): AnyHandler {
  return (raw, context) => {
    const params = row.params(raw ?? {});
    if (!params.ok) {
      const { path, expected, message } = params.error;
      throw RpcError.invalidParams(message, { path, expected });
    }
    if (params.repairs.length > 0) report({ kind: "repaired", method, paths: params.repairs });
    const result = around(method, params.value, context, handler);
    return result instanceof Promise ? result.then(orEmpty) : orEmpty(result);
  };
}

function orEmpty(result: unknown): unknown {
  return result ?? {};
}

function receiveNotification(
  method: MethodName,
  row: MethodRow<unknown, unknown>,
  handler: AnyHandler,
  report: (problem: ConnectionProblem) => void,
): (raw: unknown) => unknown {
  const deliver = handler as (params: unknown) => unknown;
  return (raw) => {
    const params = row.params(raw);
    if (!params.ok) {
      report({ kind: "invalid_params", method, message: params.error.message, params: raw });
      return undefined;
    }
    if (params.repairs.length > 0) report({ kind: "repaired", method, paths: params.repairs });
    return deliver(params.value);
  };
}
