import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BrowserSocket } from "./testing/browser-socket.ts";
import { createSide, rejectionOf } from "./testing/peers.ts";
import { watch } from "./testing/queue.ts";
import { createRecorder } from "./testing/recorder.ts";
import { startWebSocketServer, type TestWebSocketServer } from "./testing/websocket-server.ts";
import { connectWebSocket } from "./websocket.browser.ts";
import { createWebSocketTransport } from "./websocket.node.ts";

let server: TestWebSocketServer;

beforeEach(async () => {
  vi.stubGlobal("WebSocket", BrowserSocket);
  server = await startWebSocketServer();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

describe("a browser's WebSocket", () => {
  it("carries a conversation", async () => {
    const page = createSide(await connectWebSocket(server.url), { requests: { name: () => "page" } });
    const agent = createSide(createWebSocketTransport(await server.sockets.next()), {
      requests: { hello: async () => `hello ${String(await agent.peer.request("name"))}` },
    });
    expect(await page.peer.request("hello")).toBe("hello page");
    await page.peer.close();
    expect(await agent.peer.closed).toBeUndefined();
  });

  it("keeps what arrives while it is paused, in order, its end included", async () => {
    const transport = await connectWebSocket(server.url);
    const socket = await server.sockets.next();
    const recorder = createRecorder();
    transport.open(recorder);
    transport.pause();
    for (let index = 0; index < 5; index += 1) socket.send(String(index));
    socket.close(1000);
    await new Promise<void>((resolve) => BrowserSocket.last?.addEventListener("close", () => resolve()));
    expect([recorder.messages.waiting.length, recorder.endings]).toEqual([0, 0]);
    transport.resume();
    expect(recorder.messages.waiting).toEqual([0, 1, 2, 3, 4]);
    expect(await recorder.end).toBeUndefined();
  });

  it("stops delivering when a message makes its receiver pause again", async () => {
    const transport = await connectWebSocket(server.url);
    const socket = await server.sockets.next();
    const recorder = createRecorder();
    transport.open({
      ...recorder,
      message(value, bytes) {
        recorder.message(value, bytes);
        if (value !== "last") transport.pause();
      },
    });
    for (const value of [1, 2, "last"]) socket.send(JSON.stringify(value));
    expect(await recorder.messages.next()).toBe(1);
    socket.send('"end"');
    transport.resume();
    expect(await recorder.messages.next()).toBe(2);
    transport.resume();
    expect(await recorder.messages.next()).toBe("last");
    expect(await recorder.messages.next()).toBe("end");
    await transport.close();
  });

  it("is given up when too much arrives while it is paused", async () => {
    const transport = await connectWebSocket(server.url, { limits: { pausedBytesMax: 1_000 } });
    const socket = await server.sockets.next();
    const recorder = createRecorder();
    transport.open(recorder);
    transport.pause();
    for (let count = 0; count < 20; count += 1) socket.send(JSON.stringify("x".repeat(98)));
    expect(await recorder.end).toMatchObject({ code: "connection_overflow" });
    expect(recorder.messages.waiting).toEqual([]);
  });

  it("is looked at again and again while somebody waits for it to drain", async () => {
    const transport = await connectWebSocket(server.url, { limits: { outboundBytesHigh: 100 } });
    const socket = BrowserSocket.last;
    if (socket === undefined) throw new Error("No socket was made");
    transport.open(createRecorder());
    socket.unsent = 101;
    expect(transport.send({ jsonrpc: "2.0", method: "note" })).toBe("full");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const drained = transport.drained();
    const watched = watch(drained);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.isSettled).toBe(false);
    socket.unsent = 100;
    await vi.advanceTimersByTimeAsync(20);
    await drained;
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    await transport.close();
  });

  it("fails with what a browser tells, and refuses what a browser cannot do", async () => {
    await server.close();
    expect(await rejectionOf(connectWebSocket(server.url))).toMatchObject({
      code: "connection_failed",
      message: expect.stringContaining("did not open (browsers do not report why)"),
    });
    expect(await rejectionOf(connectWebSocket(server.url, { headers: { authorization: "x" } }))).toMatchObject({
      code: "connection_failed",
      message: expect.stringContaining("A browser cannot send headers"),
    });
    expect(await rejectionOf(connectWebSocket("ftp://nowhere"))).toMatchObject({ code: "connection_failed" });
  });
});
