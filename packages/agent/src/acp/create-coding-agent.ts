// The agent over any transport. Small on purpose: what a turn needs is loaded after the first answers are out.
import { connectToClient, type ClientConnection, type ConnectionOptions } from "@parley/acp";
import type { ParleyError } from "@parley/base";
import type { Transport } from "@parley/rpc";
import { Agent } from "./agent.ts";
import { withClearErrors } from "./clear-errors.ts";
import { createConnectionHandlers } from "./handlers-connection.ts";
import { createExtensionHandlers } from "./handlers-extensions.ts";
import { createPromptHandlers } from "./handlers-prompt.ts";
import { createSessionHandlers } from "./handlers-sessions.ts";
import { createSettingsHandlers } from "./handlers-settings.ts";
import { resolveOptions, type CodingAgentOptions } from "./options.ts";

export interface RunningAgent extends AsyncDisposable {
  /** Ends every turn and the connection. Resolves when everything that was started is gone. */
  close(): Promise<void>;
  /** Settles when the connection is over and everything is tidied up, with the reason if it was a failure. */
  readonly closed: Promise<ParleyError | undefined>;
}

export function createCodingAgent(transport: Transport, options: CodingAgentOptions): RunningAgent {
  const resolved = resolveOptions(options);
  let agent: Agent | undefined;
  const createHandlers = (client: ClientConnection) => {
    agent = new Agent(client, resolved);
    return withClearErrors({
      ...createConnectionHandlers(agent),
      ...createSessionHandlers(agent),
      ...createSettingsHandlers(agent),
      ...createPromptHandlers(agent),
      ...createExtensionHandlers(agent),
    });
  };
  const connection: ConnectionOptions = {
    onProblem: (problem) => resolved.log.write("warn", "The client sent something odd", { ...problem }),
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
