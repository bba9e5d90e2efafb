// A client's WebSocket transport, joined to a socket that a server has accepted.
import type { ServerOptions, WebSocket } from "ws";
import type { Transport } from "../transport.ts";
import { connectWebSocket, type ConnectWebSocketOptions } from "../websocket.node.ts";
import { startWebSocketServer } from "./websocket-server.ts";

export interface WebSocketPair {
  readonly transport: Transport;
  readonly socket: WebSocket;
}

const closing: (() => Promise<void>)[] = [];

export async function joinByWebSocket(
  options: ConnectWebSocketOptions = {},
  serverOptions: ServerOptions = {},
): Promise<WebSocketPair> {
  const server = await startWebSocketServer(serverOptions);
  closing.push(() => server.close());
  const [transport, socket] = await Promise.all([connectWebSocket(server.url, options), server.sockets.next()]);
  closing.push(() => transport.close());
  return { transport, socket };
}

/** For `afterEach`: the last made is closed first. */
export async function closeWebSocketPairs(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close();
}
