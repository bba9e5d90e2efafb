// A proxy on loopback or on a Unix socket, for a browser or a sandbox: all connections go through it, to permitted destinations only.
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DestinationRefused, type Destinations } from "./destination.ts";

export interface GuardedProxyOptions {
  readonly destinations: Destinations;
  readonly connectionsMax: number;
  readonly idleMsMax: number;
  /** Called for each connection that was refused because of its destination. */
  readonly onRefused: (why: string) => void;
  /** Why a connection must not be made, whatever the name resolves to; undefined if it may. */
  readonly object?: ((hostname: string, port: number) => string | undefined) | undefined;
  /** A Unix socket to listen on instead of a loopback port. */
  readonly socket?: string | undefined;
}

export interface GuardedProxy extends AsyncDisposable {
  /** 0 on a Unix socket. */
  readonly port: number;
}

export async function startGuardedProxy(options: GuardedProxyOptions): Promise<GuardedProxy> {
  const server = createServer((request, response) => forward(request, response, options));
  const open = new Set<Duplex>();
  server.maxConnections = options.connectionsMax;
  server.on("connection", (socket) => track(open, socket, options.idleMsMax));
  server.on("connect", (request, socket, head) => {
    const target = tunnel(request, socket, head, options);
    if (target !== undefined) track(open, target, options.idleMsMax);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (options.socket === undefined) server.listen(0, "127.0.0.1", resolve);
    else server.listen(options.socket, resolve);
  });
  const address = server.address() as AddressInfo | string;
  const port = typeof address === "string" ? 0 : address.port;
  // The proxy alone does not keep the process alive.
  if (options.socket !== undefined) server.unref();
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function track(open: Set<Duplex>, socket: Socket, idleMsMax: number): void {
  open.add(socket);
  socket.setTimeout(idleMsMax, () => socket.destroy());
  socket.once("close", () => open.delete(socket));
  // The client sees the connection close.
  socket.on("error", () => socket.destroy());
}

/** `GET http://host/path`: unencrypted requests. */
function forward(request: IncomingMessage, response: ServerResponse, options: GuardedProxyOptions): void {
  const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : undefined;
  if (url?.protocol !== "http:") {
    response.writeHead(400).end();
    return;
  }
  const { "proxy-connection": _, "proxy-authorization": __, ...headers } = request.headers;
  const fail = (error: unknown): void => {
    const why = tellRefusal(error, options);
    if (response.headersSent) response.destroy();
    else
      response.writeHead(why === undefined ? 502 : 403, { "content-type": "text/plain" }).end(why ?? "No connection");
  };
  try {
    check(url.hostname, url.port === "" ? HTTP_PORT : Number(url.port), options);
    const onward = httpRequest(url, {
      method: request.method,
      headers: { ...headers, connection: "close" },
      agent: false,
      lookup: options.destinations.lookup,
    });
    onward.once("error", fail);
    onward.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers);
      answer.pipe(response);
      answer.once("error", () => response.destroy());
    });
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  } catch (error) {
    fail(error);
  }
}

/** `CONNECT host:port`: encrypted traffic, and anything else than HTTP. */
function tunnel(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: GuardedProxyOptions,
): Socket | undefined {
  const [, hostname, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(request.url ?? "") ?? [];
  const fail = (error: unknown): void => {
    const isRefused = tellRefusal(error, options) !== undefined;
    socket.end(`HTTP/1.1 ${isRefused ? "403 Forbidden" : "502 Bad Gateway"}\r\n\r\n`);
  };
  if (hostname === undefined || Number(port) > 65_535) {
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    return undefined;
  }
  try {
    check(hostname, Number(port), options);
  } catch (error) {
    fail(error);
    return undefined;
  }
  const host = hostname.replace(/^\[|\]$/g, "");
  const target = connect({ host, port: Number(port), lookup: options.destinations.lookup });
  target.once("error", fail);
  target.once("connect", () => {
    target.off("error", fail);
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) target.write(head);
    target.pipe(socket);
    socket.pipe(target);
  });
  socket.once("close", () => target.destroy());
  target.once("close", () => socket.end());
  return target;
}

const HTTP_PORT = 80;

/** Refused because the host is not listed, not because of its address. */
class HostRefused extends Error {}

function check(hostname: string, port: number, { object, destinations }: GuardedProxyOptions): void {
  const what = object?.(hostname, port);
  if (what !== undefined) throw new HostRefused(`${hostname}:${port} is ${what}`);
  destinations.checkLiteral(hostname);
}

function tellRefusal(error: unknown, { onRefused }: GuardedProxyOptions): string | undefined {
  if (!(error instanceof DestinationRefused || error instanceof HostRefused)) return undefined;
  onRefused(error.message);
  return error.message;
}
