// A tiny MCP server over HTTP for the checks, on loopback; what it knows comes in a header.
import { once } from "node:events";
import { createServer } from "node:http";
import { createAnswer } from "./mcp-tool.mjs";

export const HEADER = "x-tiny-word";

export async function startMcpHttpServer(toolName) {
  const server = createServer((request, response) => {
    // No stream of its own: everything is said in answers.
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    request.setEncoding("utf8").on("data", (text) => (body += text));
    request.on("end", () => {
      const answer = createAnswer(toolName, request.headers[HEADER])(JSON.parse(body));
      if (answer === undefined) response.writeHead(202).end();
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
