// MCP over SSE as it was before streamable HTTP: a stream of events that names the address to post messages to.
import type { JSONRPCMessage, McpServer, Transport } from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export function serveSse(createMcpServer: () => McpServer) {
  const streams = new Map<string, SseTransport>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = new URL(request.url ?? "", "http://x").searchParams.get("id") ?? "";
    if (request.method === "GET") {
      const key = randomUUID();
      const transport = new SseTransport(response, `/messages?id=${key}`);
      streams.set(key, transport);
      response.once("close", () => streams.delete(key));
      await createMcpServer().connect(transport);
      return;
    }
    const transport = streams.get(id);
    if (request.method !== "POST" || transport === undefined) {
      response.writeHead(request.url?.startsWith("/messages") === true ? 404 : 405).end();
      return;
    }
    const message = JSON.parse(await text(request)) as JSONRPCMessage;
    response.writeHead(202).end();
    transport.onmessage?.(message);
  };
}

class SseTransport implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #response: ServerResponse;
  readonly #address: string;

  constructor(response: ServerResponse, address: string) {
    this.#response = response;
    this.#address = address;
    response.once("close", () => this.onclose?.());
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, { "content-type": "text/event-stream" });
    this.#response.write(`event: endpoint\ndata: ${this.#address}\n\n`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.#response.end();
  }
}
