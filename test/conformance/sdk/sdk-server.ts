// The official SDK's server over HTTP and WebSocket, on a port of its own, with the SDK's agent behind it.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { WebSocketServer } from "ws";
import { createSdkAgent, type SdkAgentOptions } from "./sdk-agent.ts";

export interface SeenRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

export interface SdkServer extends AsyncDisposable {
  /** `host:port/path`, without the scheme. */
  readonly address: string;
  /** Every HTTP request and upgrade, in order. */
  readonly requests: readonly SeenRequest[];
}

/** The cookie it sets on its first answer. */
export const COOKIE = "route=node-7";

export async function startSdkServer(options: SdkAgentOptions): Promise<SdkServer> {
  const acp = new AcpServer({ createAgent: () => createSdkAgent(options) });
  const handle = createNodeHttpHandler(acp);
  const sockets = new WebSocketServer({ noServer: true });
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", headers: request.headers });
    if (requests.length === 1) response.setHeader("set-cookie", `${COOKIE}; Path=/; HttpOnly`);
    handle(request, response);
  });
  const upgrade = createNodeWebSocketUpgradeHandler(acp, sockets);
  server.on("upgrade", (request, socket, head) => {
    requests.push({ method: "upgrade", headers: request.headers });
    upgrade(request, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}/acp`,
    requests,
    async [Symbol.asyncDispose]() {
      await acp.close();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
