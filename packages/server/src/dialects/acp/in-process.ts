// A connection to a hub in the same process: the same messages as over a WebSocket, in memory.
import { silentLog, systemClock, type Log } from "@parley/base";
import type { Hub } from "@parley/hub";
import { createMemoryPair, type MemoryTransport, type Transport } from "@parley/rpc";
import { TOKEN_NAME } from "../../auth/key-ring.ts";
import type { Caller } from "../../http/dialect.ts";
import { Connections, RPC_LIMITS } from "./connections.ts";
import type { EndReason, Frame, Wire } from "./wire.ts";

/** The process that owns the hub may do everything, like the token. */
const OWNER: Caller = { name: TOKEN_NAME, scopes: new Set(["read", "drive", "admin"]) };

export interface InProcessOptions {
  readonly caller?: Caller | undefined;
  readonly log?: Log | undefined;
}

/** The client's end; closing it ends the connection. The hub stays open. */
export function connectInProcess(hub: Hub, { caller = OWNER, log = silentLog }: InProcessOptions = {}): Transport {
  // Without an address, URLs in replies are paths.
  const facts = { process: undefined, clients: () => connections.size, dialects: () => ["acp"] };
  const connections = new Connections({ hub, clock: systemClock, baseUrl: () => "", server: facts }, log);
  const refusal = connections.refusal();
  if (refusal !== undefined) throw refusal;
  const [client, server] = createMemoryPair(RPC_LIMITS);
  const { over } = connections.add(connections.createId(), new MemoryWire(server), caller);
  void over.then(() => connections.close());
  return client;
}

class MemoryWire implements Wire {
  readonly isLocal = true;
  readonly transport: MemoryTransport;

  constructor(transport: MemoryTransport) {
    this.transport = transport;
  }

  sendFrames(_sessionId: string, frames: readonly Frame[]): boolean {
    const outcomes = frames.map(({ text }) => this.transport.sendText(text));
    // Subscriptions learn from the transport that it is closed.
    return outcomes.at(-1) !== "full";
  }

  drained(): Promise<void> {
    return this.transport.drained();
  }

  end(_reason: EndReason, _message: string): void {
    void this.transport.close();
  }
}
