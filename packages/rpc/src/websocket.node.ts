// WebSocket transports on Node, through `ws`; servers wrap their accepted sockets with createWebSocketTransport.
import { ParleyError } from "@parley/base";
import { WebSocket } from "ws";
import { refusedWithStatus, toPlace } from "./connect-failure.ts";
import { CONNECT_TIMEOUT_MS, defaultLimits } from "./limits.ts";
import type { Transport } from "./transport.ts";
import { waitUntilOpen } from "./websocket/opened.ts";
import { createWebSocketTransport, type WebSocketTransportOptions } from "./websocket/transport.ts";

export { createWebSocketTransport, type WebSocketTransportOptions };
export type { SocketLike } from "./websocket/socket.ts";

/** Whether `headers` can be given here. */
export const SENDS_HEADERS: boolean = true;

export interface ConnectWebSocketOptions extends WebSocketTransportOptions {
  /** For instance `authorization`. A browser cannot send any. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** Aborts connecting; an open connection is ended by `close()`. */
  readonly signal?: AbortSignal;
  readonly connectTimeoutMs?: number;
}

/** Rejects with a ParleyError that says what to do about it. */
export async function connectWebSocket(url: string | URL, options: ConnectWebSocketOptions = {}): Promise<Transport> {
  const place = toPlace(url);
  let status: number | undefined;
  const socket = createSocket(url, options);
  socket.on("unexpected-response", (_request, response) => {
    status = response.statusCode ?? 0;
    socket.terminate();
  });
  const transport = createWebSocketTransport(socket, options);
  await waitUntilOpen(socket, {
    place,
    timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    signal: options.signal,
    explain: () => (status === undefined ? undefined : refusedWithStatus(place, status)),
  });
  return transport;
}

function createSocket(url: string | URL, options: ConnectWebSocketOptions): WebSocket {
  try {
    return new WebSocket(url, [...(options.protocols ?? [])], {
      headers: { ...options.headers },
      maxPayload: options.limits?.lineBytesMax ?? defaultLimits.lineBytesMax,
      // Compression costs far more time and memory than it saves between an editor and its agent.
      perMessageDeflate: false,
    });
  } catch (cause) {
    const message = `${toPlace(url)} is not a WebSocket address: it must start with ws:// or wss://`;
    throw new ParleyError({ code: "connection_failed", message, cause });
  }
}
