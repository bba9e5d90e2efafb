// Our client, connected to the SDK's agent over stdio, WebSocket or HTTP.
import { connectHttp } from "@parley/rpc/http";
import { connectWebSocket } from "@parley/rpc/websocket";
import { bundleProgram, startProgram } from "@parley/test-support";
import { converseOver, type Conversation, type ConversationOptions } from "../conversation.ts";
import type { SdkAgentOptions } from "./sdk-agent.ts";
import { startSdkServer, type SeenRequest } from "./sdk-server.ts";

export interface SdkConversation extends Conversation {
  /** What the server saw, if there is one. */
  readonly requests: readonly SeenRequest[];
}

export async function connectSdkAgent(
  wire: "stdio" | "websocket" | "http",
  agent: SdkAgentOptions = {},
  options: ConversationOptions = {},
): Promise<SdkConversation> {
  if (wire === "stdio") {
    const main = await bundleProgram(new URL("./sdk-agent.main.ts", import.meta.url));
    const child = startProgram(main, { args: [JSON.stringify(agent)] });
    return { ...converseOver(child.transport(), child, options), requests: [] };
  }
  const server = await startSdkServer(agent);
  const { address, requests } = server;
  const transport = wire === "http" ? connectHttp(`http://${address}`) : await connectWebSocket(`ws://${address}`);
  return { ...converseOver(transport, server, options), requests };
}
