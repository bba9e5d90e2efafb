// The WebSocket upgrade of `/acp`.
import type { Log } from "@parley/base";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { endSocket } from "../../../http/connections.ts";
import type { Caller } from "../../../http/dialect.ts";
import { isLocal } from "../../../http/is-local.ts";
import type { Connections } from "../connections.ts";
import { CONNECTION_HEADER } from "../http/header-rules.ts";
import { ACP_PATH } from "../wire.ts";
import { ACP_MESSAGE_BYTES_MAX } from "../../../limits.ts";
import { WebSocketWire } from "./websocket-wire.ts";

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller) => boolean;

export function createUpgrade(connections: Connections, log: Log): Upgrade {
  const ids = new WeakMap<IncomingMessage, string>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: ACP_MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  server.on("headers", (headers, request) => {
    const id = ids.get(request);
    if (id !== undefined) headers.push(`${CONNECTION_HEADER}: ${id}`);
  });
  server.on("wsClientError", (error, socket) => {
    log.write("debug", "A WebSocket was not opened", { message: error.message });
    refuse(socket, 400, "Bad Request", error.message);
  });
  return (request, socket, head, caller) => {
    if (pathOf(request) !== ACP_PATH) return false;
    const refusal = connections.refusal();
    if (refusal !== undefined) refuse(socket, 503, "Service Unavailable", refusal.message);
    else {
      const id = connections.createId();
      ids.set(request, id);
      server.handleUpgrade(request, socket, head, (accepted) => {
        connections.add(id, new WebSocketWire(accepted, socket, { isLocal: isLocal(request) }), caller);
      });
    }
    return true;
  };
}

function pathOf({ url = "/" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function refuse(socket: Duplex, status: number, name: string, message: string): void {
  const body = Buffer.from(message);
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${name}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${message}`,
  );
}
