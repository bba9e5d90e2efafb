// A tiny MCP server over HTTP for the checks, on loopback; what it knows comes in a header.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { tool, type ToolMessage } from "./load-tool.ts";

export const WORD_HEADER = "x-tiny-word";

export interface McpHttpServer extends AsyncDisposable {
  readonly url: string;
}

export async function startMcpHttpServer(toolName: string): Promise<McpHttpServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const word = request.headers[WORD_HEADER];
    const message = JSON.parse(await text(request)) as ToolMessage;
    const found = tool.createAnswer(toolName, typeof word === "string" ? word : undefined)(message);
    if (found === undefined) response.writeHead(202).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
  };
  const server = createServer((request, response) => {
    // No stream of its own: everything is said in answers.
    if (request.method !== "POST") response.writeHead(405).end();
    else void answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
