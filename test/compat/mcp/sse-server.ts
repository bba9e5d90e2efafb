// A tiny MCP server over HTTP with server-sent events, as servers were before one address did for everything.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { tool, type ToolMessage } from "./load-tool.ts";

export interface McpSseServer extends AsyncDisposable {
  readonly url: string;
  /** How many streams there were so far. */
  readonly streams: number;
  /** Cuts every stream that is open. */
  cut(): void;
}

export async function startMcpSseServer(toolName: string, word: string): Promise<McpSseServer> {
  const answerTo = tool.createAnswer(toolName, word);
  const open = new Map<string, ServerResponse>();
  let streams = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse, stream: ServerResponse): Promise<void> => {
    const found = answerTo(JSON.parse(await text(request)) as ToolMessage);
    response.writeHead(202).end();
    if (found !== undefined) stream.write(`event: message\ndata: ${JSON.stringify(found)}\n\n`);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method === "GET" && url.pathname === "/sse") {
      streams += 1;
      const id = String(streams);
      open.set(id, response);
      response.once("close", () => open.delete(id));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: endpoint\ndata: /messages?stream=${id}\n\n`);
      return;
    }
    const stream = open.get(url.searchParams.get("stream") ?? "");
    if (request.method !== "POST" || stream === undefined) {
      request.resume();
      response.writeHead(404).end();
      return;
    }
    void answer(request, response, stream);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    for (const response of open.values()) response.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`,
    get streams() {
      return streams;
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
