// A web server on loopback for one test: a table of answers by path, and a record of what was asked.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer =
  | string
  | Uint8Array
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface WebServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** Paths as they were asked for. */
  readonly requests: readonly IncomingMessage[];
  /** What is there now in place of what was. */
  set(path: string, answer: Answer): void;
}

export async function startWebServer(answers: Readonly<Record<string, Answer>> = {}): Promise<WebServer> {
  const table = new Map(Object.entries(answers));
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const path = new URL(request.url ?? "/", "http://x").pathname;
    send(table.get(path) ?? { status: 404 }, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    set: (path, answer) => table.set(path, answer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === "function") {
    answer(request, response);
    return;
  }
  const { status, headers, body } =
    typeof answer === "string" || answer instanceof Uint8Array
      ? { status: 200, headers: undefined, body: answer }
      : answer;
  response.writeHead(status, headers).end(body);
}
