// An operation as a route: the same handler as for ACP, or a stream or a file, which only HTTP has.
import { operations, type Operation, type OperationName } from "@parley/contract";
import type { Call } from "../../operations/call.ts";
import { handlers } from "../../operations/handlers.ts";
import { toCall, type Native } from "./native.ts";
import { defineRoute, type Route, type RouteInput } from "./route.ts";
import { streams, type StreamRoute } from "./streams.ts";

type AnyHandler = (params: RouteInput["params"], call: Call) => unknown;

export function operationRoutes(native: Native): readonly Route[] {
  return (Object.keys(operations) as OperationName[]).map((name) => toRoute(native, name));
}

function toRoute(native: Native, name: OperationName): Route {
  const contract: Operation = operations[name];
  // The contract's schemas ensure that params have the type that each handler declares.
  const handler = (handlers as Readonly<Record<string, unknown>>)[name] as AnyHandler | undefined;
  const stream = (streams as Readonly<Record<string, unknown>>)[name] as StreamRoute<RouteInput["params"]> | undefined;
  return defineRoute(contract, ({ context, params }) => {
    const isStream = contract.isHttpOnly === true || context.req.header("Accept")?.includes("text/event-stream");
    if (stream !== undefined && isStream === true) return stream(params, { native, context });
    return handler?.(params, toCall(native, context));
  });
}
