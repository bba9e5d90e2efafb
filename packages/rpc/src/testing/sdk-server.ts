// The official SDK's server with a small agent, on a free port, over HTTP and WebSocket.
import { agent, type AgentApp } from "@agentclientprotocol/sdk";
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

export interface SdkServer {
  readonly httpUrl: string;
  readonly wsUrl: string;
  /** Ends all connections, as a server does that shuts down. */
  shutDown(): Promise<void>;
  close(): Promise<void>;
}

export async function startSdkServer(): Promise<SdkServer> {
  const acp = new AcpServer({ createAgent });
  const http = createServer(createNodeHttpHandler(acp));
  http.on("upgrade", createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true })));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    httpUrl: `http://127.0.0.1:${port}/acp`,
    wsUrl: `ws://127.0.0.1:${port}/acp`,
    shutDown: () => acp.close(),
    async close() {
      await acp.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A prompt of "stream N" sends N updates, "ask" asks for permission, "wait" waits until it is cancelled. */
function createAgent(): AgentApp {
  const cancelled = new Map<string, () => void>();
  let sessions = 0;
  return agent({ name: "fixture" })
    .onRequest("initialize", () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }))
    .onRequest("session/new", () => ({ sessionId: `session-${(sessions += 1)}` }))
    .onRequest("session/load", async ({ params: { sessionId }, client }) => {
      await client.notify("session/update", { sessionId, update: textChunk("loaded") });
      return {};
    })
    .onRequest("session/prompt", async ({ params: { sessionId, prompt }, client, signal }) => {
      const [block] = prompt;
      const [word = "", count = "0"] = block?.type === "text" ? block.text.split(" ") : [];
      const say = (text: string): Promise<void> =>
        client.notify("session/update", { sessionId, update: textChunk(text) });
      for (let index = 0; index < Number(count); index += 1) await say(`${index}`);
      if (word === "ask") {
        const { outcome } = await client.request("session/request_permission", {
          sessionId,
          toolCall: { toolCallId: "call" },
          options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
        });
        await say(JSON.stringify(outcome));
      }
      if (word !== "wait") return { stopReason: "end_turn" };
      await say("waiting");
      await new Promise<void>((resolve, reject) => {
        cancelled.set(sessionId, resolve);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      return { stopReason: "cancelled" };
    })
    .onNotification("session/cancel", ({ params: { sessionId } }) => cancelled.get(sessionId)?.());
}

function textChunk(text: string) {
  return { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } as const;
}
