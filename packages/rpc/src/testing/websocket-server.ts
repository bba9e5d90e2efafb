// A real WebSocket server on a free port, whose accepted sockets come to the test.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type ServerOptions, type WebSocket } from "ws";
import { Queue } from "./queue.ts";

export interface TestWebSocketServer {
  readonly url: string;
  readonly sockets: Queue<WebSocket>;
  close(): Promise<void>;
}

export async function startWebSocketServer(options: ServerOptions = {}): Promise<TestWebSocketServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, ...options });
  const sockets = new Queue<WebSocket>();
  server.on("connection", (socket) => sockets.push(socket));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/acp?token=secret`,
    sockets,
    async close() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
