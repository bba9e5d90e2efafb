// A bare HTTP server that speaks the streamable HTTP transport exactly as a test tells it to.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Queue } from "./queue.ts";

export interface HttpRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The message of a POST. */
  readonly message: Message;
  answer(status: number, body?: string, headers?: Record<string, string | string[]>): void;
  /** Answers a GET with a stream. */
  stream(): EventStream;
}

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface EventStream {
  /** Writes bytes as they are. */
  write(text: string | Uint8Array): void;
  /** Sends a value as an event. */
  say(value: unknown, id?: string): void;
  end(): void;
  /** Breaks the connection off. */
  destroy(): void;
  /** Settles when the client has left. */
  readonly gone: Promise<unknown>;
}

export interface TestHttpServer {
  readonly url: string;
  readonly requests: Queue<HttpRequest>;
  /** Takes initialize and the connection stream, as every conversation begins. */
  accept(): Promise<EventStream>;
  close(): Promise<void>;
}

export async function startHttpServer(): Promise<TestHttpServer> {
  const requests = new Queue<HttpRequest>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      requests.push({
        method: request.method ?? "",
        headers: request.headers,
        message: (text === "" ? {} : JSON.parse(text)) as Message,
        answer: (status, body = "", headers = {}) => response.writeHead(status, headers).end(body),
        stream: () => createStream(response),
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/acp`,
    requests,
    async accept() {
      acceptInitialize(await requests.next());
      return (await requests.next()).stream();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function acceptInitialize(request: HttpRequest, headers: Record<string, string | string[]> = {}): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id: request.message.id, result: { protocolVersion: 1 } });
  request.answer(200, body, { "content-type": "application/json", "acp-connection-id": "c-1", ...headers });
}

function createStream(response: ServerResponse): EventStream {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  return {
    write: (text) => response.write(text),
    say: (value, id) => response.write(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`),
    end: () => response.end(),
    destroy: () => response.destroy(),
    gone: once(response, "close"),
  };
}
