// For tests: an HTTP server that answers every request with the same thing, however wrong.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RudeServer extends AsyncDisposable {
  readonly url: string;
  readonly paths: readonly string[];
  /** How often somebody has connected. */
  connections(): number;
}

export async function startRudeServer(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<RudeServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    request.resume();
    request.once("end", () => answer(response, request));
  });
  let connections = 0;
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
