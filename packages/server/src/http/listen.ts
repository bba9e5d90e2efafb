// The server's port: opens it, handles its requests, and closes it.
import { ParleyError } from "@parley/base";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { BACKLOG_CONNECTIONS_MAX, PROBE_AFTER_MS, type ServerLimits } from "../limits.ts";
import { endSocket, responseUnderWay } from "./connections.ts";
import { GuardedResponse } from "./guarded-response.ts";
import { formatRefusal, type Refusal } from "./refusal.ts";

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
      connectionsCheckingInterval: limits.headSweepMs,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
      keepAliveTimeout: limits.keepAliveMs,
      highWaterMark: limits.streamBytesHigh,
      noDelay: true,
      // The gate refuses a request without a host, in the same format as every other refusal.
      requireHostHeader: false,
      ServerResponse: GuardedResponse,
    },
    onRequest,
  );
  server.timeout = limits.stalledMs;
  // Without a listener Node answers these itself, with an empty body.
  server.on("checkExpectation", onRequest);
  server.on("clientError", answerClientError);
  return server;
}

/** Rejects with `bad_config`: another address or port has to be chosen. */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? "the port is in use; choose another one, or --port 0 for any free port"
          : error.message;
      const message = `cannot listen on ${host}:${port}: ${why}`;
      reject(new ParleyError({ code: "bad_config", message, cause: error }));
    });
    server.listen({ host, port, backlog: BACKLOG_CONNECTIONS_MAX }, resolve);
  });
  server.removeAllListeners("error");
  return server.address() as AddressInfo;
}

/** Clients have `closeMs` to read their responses; then their connections are closed. */
export async function closeHttpServer(server: Server, closeMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), closeMs);
  await closed;
  clearTimeout(timer);
}

const REFUSAL_OF_CLIENT_ERROR: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "headers_too_large", message: "The request headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "request_timeout", message: "The request took too long to arrive." },
};
const NOT_HTTP: Refusal = { status: 400, code: "bad_request", message: "The request is not valid HTTP/1.1." };

/** Input that is malformed, too long or too slow never becomes a request. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  // Data after a request may be malformed while the request is being answered; a second response would be read as part
  // of the first.
  const text =
    responseUnderWay(socket)?.headersSent === true
      ? ""
      : formatRefusal(REFUSAL_OF_CLIENT_ERROR[error.code ?? ""] ?? NOT_HTTP);
  endSocket(socket, text);
}
