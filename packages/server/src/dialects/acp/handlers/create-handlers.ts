// All methods for clients, each group in its own file, with the protocol's errors.
import { isUnknown, type AgentHandlers } from "@parley/acp";
import { isObject } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { refuseExtensions } from "../../../auth/extension-scope.ts";
import { checkMethodScope } from "../../../auth/require-scope.ts";
import { ACP_METHOD_SCOPES } from "../../../auth/scope-table.ts";
import { asRpcErrors } from "../errors.ts";
import { createChoiceHandlers } from "./choices.ts";
import { createConnectionHandlers } from "./connection.ts";
import type { HandlerContext } from "./context.ts";
import { createEditorHandlers } from "./editor.ts";
import { createEventHandlers } from "./events.ts";
import { createExtensionHandlers } from "./extensions.ts";
import { createFollowHandlers } from "./follow.ts";
import { createPromptHandlers } from "./prompts.ts";
import { createSessionHandlers } from "./sessions.ts";
import { createTerminalHandlers } from "./terminals.ts";
import { createTurnHandlers } from "./turns.ts";

type AnyHandler = (...args: readonly unknown[]) => unknown;

export function createHandlers(context: HandlerContext): AgentHandlers {
  const handlers: AgentHandlers = {
    ...createConnectionHandlers(context),
    ...createSessionHandlers(context),
    ...createChoiceHandlers(context),
    ...createPromptHandlers(context),
    ...createFollowHandlers(context),
    ...createEventHandlers(context),
    ...createEditorHandlers(context),
    ...createTerminalHandlers(context),
    ...createTurnHandlers(context),
    ...createExtensionHandlers(context),
  };
  const answered: Record<string, AnyHandler> = {};
  for (const [method, handler] of Object.entries(handlers) as [string, AnyHandler][]) {
    const scope = ACP_METHOD_SCOPES[method];
    if (scope === undefined) throw new Error(`Method ${method} is missing in the scope table`);
    answered[method] = (...args) =>
      asRpcErrors(() => {
        checkMethodScope(context.caller, method, scope);
        checkServers(context, args[0]);
        return handler(...args);
      });
  }
  return answered;
}

/** Checked here instead of in each handler, so that no method can bring MCP servers without it. */
function checkServers({ caller }: HandlerContext, params: unknown): void {
  const servers = isObject(params) ? params["mcpServers"] : undefined;
  const odd = Array.isArray(servers) ? servers.findIndex((server) => isUnknown(server)) : -1;
  if (odd !== -1) {
    const field = `mcpServers.${odd}.type`;
    throw RpcError.invalidParams(`${field}: must be stdio, http or sse`, { code: "bad_input", field });
  }
  const why = refuseExtensions(caller, servers);
  if (why !== undefined) throw RpcError.invalidParams(`mcpServers: ${why}`, { code: "forbidden", field: "mcpServers" });
}
