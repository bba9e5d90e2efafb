// The fixture over HTTP on a port of its own, the streamable kind or the older one; it can be stopped and come back.
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createFixtureServer } from "./fixture-server.ts";
import { serveSse } from "./serve-sse.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  /** Requests by method, in order. */
  readonly requests: readonly string[];
  /** Every connection is, and the server goes on. */
  cut(): void;
  /** Every connection is cut. */
  stop(): Promise<void>;
  /** On the same port, without any memory. */
  start(): Promise<void>;
}

export async function startHttpServer(createHandler: () => Handler): Promise<HttpServer> {
  const requests: string[] = [];
  let port = 0;
  let server: Server;
  const start = async (): Promise<void> => {
    const handler = createHandler();
    server = createServer((request, response) => {
      requests.push(request.method ?? "");
      void handler(request, response);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const cut = (): void => server.closeAllConnections();
  await start();
  return { url: `http://127.0.0.1:${port}/mcp`, requests, cut, start, stop, [Symbol.asyncDispose]: stop };
}

/** With sessions, so that a server that comes back knows none of those it had. */
export function streamable(): Handler {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    const transport =
      known ??
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      });
    if (known === undefined) await createFixtureServer().connect(transport);
    await answer(response, await transport.handleRequest(await toRequest(request)));
  };
}

/** Refuses whoever begins as it was done before 2026-07-28. */
export function newest(): Handler {
  const handler = createMcpHandler(createFixtureServer, { legacy: "reject" });
  return async (request, response) => answer(response, await handler.fetch(await toRequest(request)));
}

/** The older kind, with two addresses. */
export function olderKind(): Handler {
  return serveSse(createFixtureServer);
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = request.method ?? "GET";
  const body = method === "POST" ? { body: await text(request) } : {};
  return new Request(`http://${request.headers.host}${request.url}`, { ...body, method, headers });
}

async function answer(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers));
  response.flushHeaders();
  const reader = body?.getReader();
  response.once("close", () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    response.write(part.value);
  }
  response.end();
}
