import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createPeer } from "./peer.ts";
import { createSide } from "./testing/peers.ts";
import { createRecorder } from "./testing/recorder.ts";
import { startWebSocketServer, type TestWebSocketServer } from "./testing/websocket-server.ts";
import { connectWebSocket, createWebSocketTransport } from "./websocket.node.ts";

let server: TestWebSocketServer;

beforeEach(async () => {
  server = await startWebSocketServer();
});

afterEach(async () => {
  await server.close();
});

describe("a WebSocket", () => {
  it("carries a conversation between a client and a wrapped server socket", async () => {
    const client = createSide(await connectWebSocket(server.url), { requests: { name: () => "client" } });
    const agent = createSide(createWebSocketTransport(await server.sockets.next()), {
      requests: { hello: async () => `hello ${String(await agent.peer.request("name"))}, é😀` },
    });
    expect(await client.peer.request("hello")).toBe("hello client, é😀");
    await client.peer.close();
    expect(await agent.peer.closed).toBeUndefined();
    expect([...client.problems, ...agent.problems]).toEqual([]);
  });

  it("keeps the order of messages, and delivers those sent before it was closed", async () => {
    const seen: unknown[] = [];
    const { peer } = createSide(await connectWebSocket(server.url), { notifications: { note: (p) => seen.push(p) } });
    const sender = createPeer(createWebSocketTransport(await server.sockets.next()));
    for (let index = 0; index < 1_000; index += 1) sender.notify("note", index);
    await sender.close();
    expect(await peer.closed).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  it("loses nothing that arrives before it is opened", async () => {
    const transport = await connectWebSocket(server.url);
    const socket = await server.sockets.next();
    await new Promise<void>((resolve, reject) => {
      socket.send('{"early":1}', (error) => (error ? reject(error) : resolve()));
    });
    socket.close(1000);
    await once(socket, "close");
    const recorder = createRecorder();
    transport.open(recorder);
    expect(await recorder.messages.next()).toEqual({ early: 1 });
    expect(await recorder.end).toBeUndefined();
  });

  it("is over at once if the socket was closed before it was wrapped", async () => {
    const transport = await connectWebSocket(server.url);
    const socket = await server.sockets.next();
    const closed = once(socket, "close");
    await transport.close();
    await closed;
    const recorder = createRecorder();
    createWebSocketTransport(socket).open(recorder);
    expect(await recorder.end).toMatchObject({ code: "connection_closed" });
  });

  it("reports binary frames, text that is not JSON and messages over the limit, and goes on", async () => {
    const socket = new WebSocket(server.url);
    const recorder = createRecorder();
    createWebSocketTransport(await server.sockets.next(), { limits: { lineBytesMax: 100 } }).open(recorder);
    await once(socket, "open");
    socket.send(Buffer.from("binary"));
    socket.send("oops");
    socket.send(JSON.stringify({ id: 1, result: "x".repeat(200) }));
    socket.send('{"fine":true}');
    expect(await recorder.messages.next()).toEqual({ fine: true });
    expect(await recorder.faults.next()).toEqual({ kind: "not_text", head: "", tail: "", bytes: 6 });
    expect(await recorder.faults.next()).toEqual({ kind: "not_json", head: "oops", tail: "", bytes: 4 });
    expect(await recorder.faults.next()).toMatchObject({
      kind: "too_large",
      head: expect.stringMatching(/^\{"id":1/),
      bytes: 220,
    });
    socket.close();
    expect(await recorder.end).toBeUndefined();
  });
});
