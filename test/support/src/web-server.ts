// A small web on loopback, for tools that go there.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface WebServer extends AsyncDisposable {
  readonly port: number;
  /** `http://<host>:<port>`. */
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
}

export type WebHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** By path; what is not there is a 404. */
export async function startWebServer(
  handlers: Readonly<Record<string, WebHandler | string>>,
  host = "127.0.0.1",
): Promise<WebServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    requests.push(request.url ?? "");
    const handler = handlers[path];
    if (typeof handler === "function") handler(request, response);
    else if (handler === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("no such page");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(handler);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://${host}:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerWith(type: string, body: string | Uint8Array, headers: Record<string, string> = {}): WebHandler {
  return (_, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body);
}

export function redirectTo(location: string, status = 302): WebHandler {
  return (_, response) => response.writeHead(status, { location }).end();
}
