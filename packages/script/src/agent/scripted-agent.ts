// An agent without a model: it plays the prompt as a script, over any transport.
import { connectToClient, type ClientConnection } from "@parley/acp";
import type { ParleyError } from "@parley/base";
import type { Transport } from "@parley/rpc";
import { Agent } from "./agent.ts";
import { createConnectionHandlers } from "./handlers/connection.ts";
import { createPromptHandlers } from "./handlers/prompt.ts";
import { createSessionHandlers } from "./handlers/sessions.ts";
import { createSettingsHandlers } from "./handlers/settings.ts";
import { resolveOptions, type ScriptedAgentOptions } from "./options.ts";

export interface ScriptedAgent extends AsyncDisposable {
  /** Ends the connection and the running script. */
  close(): Promise<void>;
  /** Settles when the connection is over, with the reason if it was a failure. */
  readonly closed: Promise<ParleyError | undefined>;
}

/** Sessions live in memory, as long as the agent does. */
export function createScriptedAgent(transport: Transport, options: ScriptedAgentOptions = {}): ScriptedAgent {
  const resolved = resolveOptions(options);
  const createHandlers = (client: ClientConnection) => {
    const agent = new Agent(client, resolved);
    return {
      ...createConnectionHandlers(agent),
      ...createSessionHandlers(agent),
      ...createSettingsHandlers(agent),
      ...createPromptHandlers(agent),
    };
  };
  const client = connectToClient(transport, createHandlers, resolved.connection);
  const close = (): Promise<void> => client.close();
  return { close, closed: client.closed, [Symbol.asyncDispose]: close };
}
