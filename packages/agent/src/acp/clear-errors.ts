// What goes wrong on this side, told to the client in words that a person can act on, and not as "Internal error".
import type { AgentHandlers } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";

type Handler = (...args: readonly unknown[]) => unknown;

/** The same handlers; those that answer at once still do. */
export function withClearErrors(handlers: AgentHandlers): AgentHandlers {
  const clear = Object.entries(handlers).map(([method, handler]) => [method, wrap(handler as Handler)]);
  return Object.fromEntries(clear) as AgentHandlers;
}

function wrap(handler: Handler): Handler {
  return (...args) => {
    try {
      const result = handler(...args);
      return result instanceof Promise ? result.catch(rethrow) : result;
    } catch (error) {
      return rethrow(error);
    }
  };
}

function rethrow(error: unknown): never {
  if (!(error instanceof ParleyError)) throw error;
  const { code, message, remedy } = error;
  const text = remedy === undefined ? message : `${message.replace(/([^.!?])$/, "$1.")} ${remedy.label}`;
  throw new RpcError(ErrorCodes.internalError, text, { code, remedy: remedy?.label }, error);
}
