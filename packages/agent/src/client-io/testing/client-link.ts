// A client at the other end of a connection in memory, with files and terminals as a test wants them.
import {
  connectToAgent,
  connectToClient,
  type ClientCapabilities,
  type ClientConnection,
  type ClientHandlers,
} from "@parley/acp";
import type { Log, LogFields } from "@parley/base";
import { createMemoryPair } from "@parley/rpc";
import { createFakeClient, type FakeClient } from "@parley/test-support";

export interface ClientLink extends AsyncDisposable {
  readonly client: ClientConnection;
  readonly fake: FakeClient;
  /** The methods that were called, in order. */
  readonly methods: readonly string[];
  close(): Promise<void>;
}

export const FILES: ClientCapabilities = { fs: { readTextFile: true, writeTextFile: true } };
export const TERMINALS: ClientCapabilities = { terminal: true };

/** `handlers` go before those of the fake client. */
export async function linkClient(capabilities: ClientCapabilities, handlers: ClientHandlers = {}): Promise<ClientLink> {
  const fake = createFakeClient();
  const [clientEnd, agentEnd] = createMemoryPair();
  const client = connectToClient(agentEnd, () => ({ initialize: () => ({ protocolVersion: 1 }) }));
  const own = Object.entries(handlers).map(([method, handler]) => {
    const call = handler as (params: unknown, context: unknown) => unknown;
    const note = (params: unknown, context: unknown): unknown => {
      fake.calls.push({ method, params });
      return call(params, context);
    };
    return [method, note];
  });
  const agent = connectToAgent(clientEnd, () => ({ ...fake.handlers, ...(Object.fromEntries(own) as ClientHandlers) }));
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: capabilities });
  return {
    client,
    fake,
    get methods() {
      return fake.calls.items.map(({ method }) => method);
    },
    close: () => agent.close(),
    [Symbol.asyncDispose]: () => agent.close(),
  };
}

export interface NotedLog extends Log {
  readonly lines: readonly { readonly level: string; readonly message: string; readonly fields: LogFields }[];
}

export function createNotedLog(): NotedLog {
  const lines: { level: string; message: string; fields: LogFields }[] = [];
  return { lines, write: (level, message, fields = {}) => lines.push({ level, message, fields }) };
}
