// The agent over any transport. Small on purpose: what a turn needs is loaded after the first answers are out.
import { type AgentHandlers, type ClientConnection, type ConnectionOptions, connectToClient } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError, type Transport } from "@parley/rpc";
import { Agent } from "../session-runtime/agent.ts";
import { type CodingAgentOptions, resolveOptions } from "../session-runtime/options.ts";
import { createConnectionHandlers } from "./handlers-connection.ts";
import { createExtensionHandlers } from "./handlers-extensions.ts";
import { createPromptHandlers } from "./handlers-prompt.ts";
import { createSessionHandlers, createSettingsHandlers } from "./handlers-sessions.ts";

export interface RunningAgent extends AsyncDisposable {
  /** Ends every turn and the connection. Resolves when all processes it started have exited. */
  close(): Promise<void>;
  /** Settles when the connection is closed and everything is released, with the error if it failed. */
  readonly closed: Promise<ParleyError | undefined>;
}

export function createCodingAgent(transport: Transport, options: CodingAgentOptions): RunningAgent {
  const resolved = resolveOptions(options);
  let agent: Agent | undefined;
  const createHandlers = (client: ClientConnection) => {
    agent = new Agent(client, resolved);
    return withReadableErrors({
      ...createConnectionHandlers(agent),
      ...createSessionHandlers(agent),
      ...createSettingsHandlers(agent),
      ...createPromptHandlers(agent),
      ...createExtensionHandlers(agent),
    });
  };
  const connection: ConnectionOptions = {
    onProblem: (problem) => resolved.log.write("warn", "unexpected message from client", { ...problem }),
  };
  const client = connectToClient(transport, createHandlers, connection);
  const closed = client.closed.then(async (reason) => {
    await agent?.closeAll();
    return reason;
  });
  const close = async (): Promise<void> => {
    await agent?.closeAll();
    await client.close();
    await closed;
  };
  return { close, closed, [Symbol.asyncDispose]: close };
}

type Handler = (...args: readonly unknown[]) => unknown;

/** Turns errors of ours into messages a user can act on, instead of "Internal error". Synchronous handlers stay synchronous. */
function withReadableErrors(handlers: AgentHandlers): AgentHandlers {
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
