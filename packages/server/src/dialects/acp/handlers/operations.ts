// The operations of the contract as extension methods, with the same handlers as HTTP: `_parley/sessions/list`.
import type { ClientConnection } from "@parley/acp";
import { findNearestName } from "@parley/base";
import { operations, toExtensionMethod, type Operation } from "@parley/contract";
import { ErrorCodes, RpcError, type RequestContext } from "@parley/rpc";
import { actorOfClient } from "../../../auth/actor.ts";
import { checkMethodScope } from "../../../auth/require-scope.ts";
import { ACP_METHOD_SCOPES } from "../../../auth/scope-table.ts";
import type { Caller } from "../../../http/dialect.ts";
import type { Call, OperationContext } from "../../../operations/call.ts";
import { handlers } from "../../../operations/handlers.ts";
import { readParams } from "../../../operations/input/read-params.ts";
import { toOperationError } from "../errors.ts";
import { readMeta } from "./meta.ts";

type AnyHandler = (params: Readonly<Record<string, unknown>>, call: Call) => unknown;

interface Method {
  readonly operation: Operation;
  /** Undefined: only HTTP has it. */
  readonly handle: AnyHandler | undefined;
}

const PREFIX = toExtensionMethod("");

/**
 * One table for all connections. The contract's schemas ensure that params have the type that each handler declares.
 */
const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries<Operation>(operations).map(([name, operation]) => [
    toExtensionMethod(name),
    { operation, handle: (handlers as Readonly<Record<string, unknown>>)[name] as AnyHandler | undefined },
  ]),
);

/** Answers requests that have no handler of their own. */
export function createOperationHandler(
  context: OperationContext,
  caller: Caller,
  client: () => Pick<ClientConnection, "client"> | undefined,
): (params: unknown, request: RequestContext) => Promise<unknown> {
  return async (params, { method }) => {
    const found = METHODS.get(method);
    if (found?.handle === undefined) throw notFound(method, found?.operation);
    try {
      checkMethodScope(caller, method, found.operation.scope);
      const given = readParams(found.operation, params);
      const { idempotencyKey } = readMeta(params ?? {}, caller);
      const actor = actorOfClient(caller, client() ?? {});
      return (await found.handle(given, { ...context, caller, actor, idempotencyKey })) ?? {};
    } catch (error) {
      throw toOperationError(error);
    }
  };
}

function notFound(method: string, operation: Operation | undefined): RpcError {
  if (!method.startsWith(PREFIX)) return RpcError.methodNotFound(method);
  return new RpcError(ErrorCodes.methodNotFound, `Method not found: ${method}${hintFor(method, operation)}`, {
    method,
  });
}

function hintFor(method: string, operation: Operation | undefined): string {
  if (operation !== undefined) return `. Only HTTP has it: ${operation.method.toUpperCase()} ${operation.path}`;
  const known = Object.keys(ACP_METHOD_SCOPES).filter((name) => name.startsWith(PREFIX));
  const nearest = findNearestName(
    method.slice(PREFIX.length),
    known.map((name) => name.slice(PREFIX.length)),
  );
  return nearest === undefined ? "" : `. Did you mean ${PREFIX}${nearest}?`;
}
