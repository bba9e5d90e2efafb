// WebSocket transports in a browser, with its built-in WebSocket.
import { ParleyError } from "@parley/base";
import { toPlace } from "./connect-failure.ts";
import { CONNECT_TIMEOUT_MS } from "./limits.ts";
import type { Transport } from "./transport.ts";
import { waitUntilOpen } from "./websocket/opened.ts";
import { createWebSocketTransport, type WebSocketTransportOptions } from "./websocket/transport.ts";

export { createWebSocketTransport, type WebSocketTransportOptions };
export type { SocketLike } from "./websocket/socket.ts";

/** Whether `headers` can be given here. */
export const SENDS_HEADERS: boolean = false;

export interface ConnectWebSocketOptions extends WebSocketTransportOptions {
  /** Refused here, because a browser cannot send any: use a cookie or a subprotocol. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** Aborts connecting; an open connection is ended by `close()`. */
  readonly signal?: AbortSignal;
  readonly connectTimeoutMs?: number;
}

/** Rejects with a ParleyError that says what to do, as far as the browser reveals the cause. */
export async function connectWebSocket(url: string | URL, options: ConnectWebSocketOptions = {}): Promise<Transport> {
  const place = toPlace(url);
  if (Object.keys(options.headers ?? {}).length > 0) {
    throw failure("A browser cannot send headers with a WebSocket: use a cookie or a subprotocol instead");
  }
  let socket: globalThis.WebSocket;
  try {
    // Through globalThis, because lint forbids the bare name (Node 20 has none). This file is for browsers only.
    socket = new globalThis.WebSocket(url, [...(options.protocols ?? [])]);
  } catch (cause) {
    throw failure(`${place} cannot be opened as a WebSocket: it must start with ws:// or wss://`, cause);
  }
  const transport = createWebSocketTransport(socket, options);
  await waitUntilOpen(socket, {
    place,
    timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    signal: options.signal,
    explain: () => failure(`${place} did not open (browsers do not report why): is it running, and open to this page?`),
  });
  return transport;
}

function failure(message: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "connection_failed", message, cause });
}
