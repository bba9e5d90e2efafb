import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectHttp } from "./http.ts";
import type { Peer } from "./peer.ts";
import { createSide, rejectionOf, type Side } from "./testing/peers.ts";
import { Queue } from "./testing/queue.ts";
import { startSdkServer, type SdkServer } from "./testing/sdk-server.ts";
import type { Transport } from "./transport.ts";
import { connectWebSocket } from "./websocket.node.ts";

interface Client extends Side {
  readonly updates: Queue<string>;
}

const ways: readonly [string, (server: SdkServer) => Promise<Transport>][] = [
  ["http", (server) => Promise.resolve(connectHttp(server.httpUrl))],
  ["websocket", (server) => connectWebSocket(server.wsUrl)],
];

const prompt = (sessionId: string, text: string): unknown => ({ sessionId, prompt: [{ type: "text", text }] });
const initialize = (peer: Peer): Promise<unknown> =>
  peer.request("initialize", { protocolVersion: 1, clientCapabilities: {} });

async function newSession(peer: Peer): Promise<string> {
  const { sessionId } = (await peer.request("session/new", { cwd: "/", mcpServers: [] })) as { sessionId: string };
  return sessionId;
}

describe.each(ways)("the official SDK's server over %s", (_, connect) => {
  let server: SdkServer;

  beforeAll(async () => {
    server = await startSdkServer();
  });

  afterAll(async () => {
    await server.close();
  });

  async function createClient(): Promise<Client> {
    const updates = new Queue<string>();
    const side = createSide(await connect(server), {
      notifications: {
        "session/update": (params) => {
          updates.push((params as { update: { content: { text: string } } }).update.content.text);
        },
      },
      requests: {
        "session/request_permission": () => Promise.resolve({ outcome: { outcome: "selected", optionId: "yes" } }),
      },
    });
    return { ...side, updates };
  }

  it("serves a whole conversation, with the updates of a turn before its answer", async () => {
    const { peer, updates, problems } = await createClient();
    expect(await initialize(peer)).toMatchObject({ protocolVersion: 1 });
    const sessionId = await newSession(peer);
    expect(sessionId).toBe("session-1");
    expect(await peer.request("session/prompt", prompt(sessionId, "stream 200"))).toEqual({ stopReason: "end_turn" });
    expect(updates.waiting).toEqual(Array.from({ length: 200 }, (__, index) => `${index}`));
    expect(problems).toEqual([]);
    await peer.close();
    expect(await peer.closed).toBeUndefined();
  });

  it("asks us and gets our answer", async () => {
    const { peer, updates } = await createClient();
    await initialize(peer);
    const sessionId = await newSession(peer);
    expect(await peer.request("session/prompt", prompt(sessionId, "ask"))).toEqual({ stopReason: "end_turn" });
    expect(updates.waiting).toEqual([JSON.stringify({ outcome: "selected", optionId: "yes" })]);
    await peer.close();
  });

  it("cancels a turn, while another session goes on", async () => {
    const { peer, updates } = await createClient();
    await initialize(peer);
    const [first, second] = [await newSession(peer), await newSession(peer)];
    const turn = peer.request("session/prompt", prompt(first, "wait"));
    expect(await updates.next()).toBe("waiting");
    await peer.request("session/prompt", prompt(second, "stream 3"));
    peer.notify("session/cancel", { sessionId: first });
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(updates.waiting).toEqual(["0", "1", "2"]);
    await peer.close();
  });

  it("cancels a request by its id, and answers errors", async () => {
    const { peer, updates } = await createClient();
    await initialize(peer);
    const sessionId = await newSession(peer);
    const controller = new AbortController();
    const turn = rejectionOf(peer.request("session/prompt", prompt(sessionId, "wait"), { signal: controller.signal }));
    await updates.next();
    controller.abort();
    expect(await turn).toMatchObject({ code: -32800 });
    expect(await rejectionOf(peer.request("session/list", {}))).toMatchObject({ code: -32601 });
    expect(await rejectionOf(peer.request("session/prompt", { sessionId }))).toMatchObject({ code: -32602 });
    await peer.close();
  });

  it("loads a session that this connection has not seen", async () => {
    const { peer, updates } = await createClient();
    await initialize(peer);
    await peer.request("session/load", { sessionId: "from-before", cwd: "/", mcpServers: [] });
    expect(await updates.next()).toBe("loaded");
    await peer.close();
  });

  it("shuts down, and we know", async () => {
    const { peer, updates } = await createClient();
    await initialize(peer);
    const sessionId = await newSession(peer);
    const turn = rejectionOf(peer.request("session/prompt", prompt(sessionId, "wait")));
    await updates.next();
    await server.shutDown();
    expect(await turn).toMatchObject({ code: "connection_closed" });
    await peer.closed;
    expect(peer.notify("session/cancel", { sessionId })).toBe("closed");
    await peer.close();
  });
});
