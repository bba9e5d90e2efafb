// The one port: bound, answered on, and closed in the end.
import { ParleyError } from "@parley/base";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { ServerLimits } from "../limits.ts";
import { GuardedResponse } from "./guarded-response.ts";

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: ServerLimits;
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
}

export function createHttpServer({ limits, onRequest }: Pick<ListenOptions, "limits" | "onRequest">): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headBytesMax,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      highWaterMark: limits.streamBytesHigh,
      noDelay: true,
      ServerResponse: GuardedResponse,
    },
    onRequest,
  );
  server.timeout = limits.stalledMs;
  server.maxConnections = limits.connectionsMax;
  server.on("clientError", answerClientError);
  return server;
}

/** Rejects with `bad_config`: another address or port has to be chosen. */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "the port is taken; --port 0 picks a free one" : error.message;
      const message = `cannot listen on ${host}:${port}: ${why}`;
      reject(new ParleyError({ code: "bad_config", message, cause: error }));
    });
    server.listen({ host, port, backlog: BACKLOG }, resolve);
  });
  server.removeAllListeners("error");
  return server.address() as AddressInfo;
}

/** Connections that the system keeps while we are busy: thousands may come at once. */
const BACKLOG = 4096;

/** Whoever still reads an answer gets so long; then the connection goes. */
export async function closeHttpServer(server: Server, closeMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), closeMs);
  await closed;
  clearTimeout(timer);
}

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** What is no HTTP, too long or too slow never becomes a request. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_CLIENT_ERROR[error.code ?? ""] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
