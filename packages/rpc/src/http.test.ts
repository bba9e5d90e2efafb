import { ParleyError } from "@parley/base";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectHttp, createCookieJar, type HttpOptions } from "./http.ts";
import { acceptInitialize, startHttpServer, type EventStream, type TestHttpServer } from "./testing/http-server.ts";
import { createSide, rejectionOf, type Side } from "./testing/peers.ts";
import { Queue, settled } from "./testing/queue.ts";

let server: TestHttpServer;

beforeEach(async () => {
  server = await startHttpServer();
});

afterEach(async () => {
  await server.close();
});

async function connect(options: HttpOptions = {}): Promise<Side & { stream: EventStream; notes: Queue<unknown> }> {
  const notes = new Queue<unknown>();
  const side = createSide(connectHttp(server.url, options), {
    notifications: { note: (params) => notes.push(params) },
  });
  const initialized = side.peer.request("initialize");
  const stream = await server.accept();
  await initialized;
  return { ...side, stream, notes };
}

describe("a connection over HTTP", () => {
  it("is made by initialize, and ended by DELETE", async () => {
    const { peer } = createSide(connectHttp(server.url, { headers: { authorization: "Bearer abc" } }));
    const initialized = peer.request("initialize", { protocolVersion: 1 });
    const post = await server.requests.next();
    expect(post.message).toEqual({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } });
    expect(post.headers).toMatchObject({ authorization: "Bearer abc", "content-type": "application/json" });
    expect(post.headers).not.toHaveProperty("acp-connection-id");
    acceptInitialize(post);
    expect(await initialized).toEqual({ protocolVersion: 1 });
    const get = await server.requests.next();
    expect(get).toMatchObject({
      method: "GET",
      headers: { accept: "text/event-stream", authorization: "Bearer abc", "acp-connection-id": "c-1" },
    });
    const stream = get.stream();
    const closed = peer.close();
    const last = await server.requests.next();
    expect(last).toMatchObject({ method: "DELETE", headers: { "acp-connection-id": "c-1" } });
    last.answer(202);
    await closed;
    await stream.gone;
    expect(await peer.closed).toBeUndefined();
  });

  it("refuses to begin with anything else", async () => {
    const { peer } = createSide(connectHttp(server.url));
    expect(await rejectionOf(peer.request("session/new"))).toMatchObject({ code: "not_initialized" });
    expect(() => peer.notify("note")).toThrow(ParleyError);
    expect(server.requests.waiting).toEqual([]);
    await peer.close();
  });

  it("sends one message after the other, each when the one before was taken", async () => {
    const { peer } = await connect();
    for (const number of [1, 2, 3]) peer.notify("note", number);
    for (const number of [1, 2, 3]) {
      const post = await server.requests.next();
      expect(post).toMatchObject({
        method: "POST",
        message: { params: number },
        headers: { "acp-connection-id": "c-1" },
      });
      await settled();
      expect(server.requests.waiting).toEqual([]);
      post.answer(202);
    }
    void peer.close();
  });

  it("sends queued messages before it is closed", async () => {
    const { peer } = await connect();
    peer.notify("note", 1);
    peer.notify("note", 2);
    const closed = peer.close();
    for (const number of [1, 2]) {
      const post = await server.requests.next();
      expect(post.message.params).toBe(number);
      post.answer(202);
    }
    const last = await server.requests.next();
    expect(last.method).toBe("DELETE");
    last.answer(404);
    await closed;
  });

  it("reads events in any form, and reports invalid ones", async () => {
    const { peer, stream, notes, problems } = await connect({ limits: { lineBytesMax: 1_000 } });
    const event = (params: unknown): string => JSON.stringify({ jsonrpc: "2.0", method: "note", params });
    stream.write(":\n\n: keep-alive\r\n\r\n");
    const bytes = Buffer.from(`data: ${event("é😀")}\r\n\r\n`);
    for (const byte of bytes) stream.write(Uint8Array.of(byte));
    expect(await notes.next()).toBe("é😀");
    stream.write('data: {"jsonrpc":"2.0",\ndata: "method":"note","params":2}\n\n');
    expect(await notes.next()).toBe(2);
    stream.write(`event: ping\ndata: {}\n\ndata: oops\n\n`);
    stream.write(`data: ${event("x".repeat(2_000))}\n\n`);
    stream.write(`data:${event(3)}\n\n`);
    expect(await notes.next()).toBe(3);
    expect(problems).toMatchObject([
      { kind: "malformed", input: { kind: "not_json", head: "oops" } },
      { kind: "malformed", input: { kind: "too_large", head: expect.stringMatching(/^\{"jsonrpc"/) } },
    ]);
    void peer.close();
  });

  it("stops reading while it is paused", async () => {
    const transport = connectHttp(server.url);
    const notes = new Queue<unknown>();
    const finish: (() => void)[] = [];
    const { peer } = createSide(transport, {
      limits: { notificationBytesHigh: 10 },
      notifications: {
        note: (params) => {
          notes.push(params);
          return new Promise<void>((resolve) => finish.push(resolve));
        },
      },
    });
    const initialized = peer.request("initialize");
    const stream = await server.accept();
    await initialized;
    const first = peer.request("after");
    (await server.requests.next()).answer(202);
    stream.say({ jsonrpc: "2.0", method: "note", params: 1 });
    expect(await notes.next()).toBe(1);
    stream.say({ jsonrpc: "2.0", method: "note", params: 2 });
    stream.say({ jsonrpc: "2.0", id: 1, result: "answer" });
    // Two exchanges later the events have long arrived.
    for (let count = 0; count < 2; count += 1) {
      peer.notify("fence");
      (await server.requests.next()).answer(202);
      await peer.drained();
    }
    expect(notes.waiting).toEqual([]);
    finish[0]?.();
    expect(await notes.next()).toBe(2);
    finish[1]?.();
    expect(await first).toBe("answer");
    void peer.close();
  });

  it("ends with its stream, in good order or not", async () => {
    for (const [finish, reason] of [
      [(stream: EventStream) => stream.end(), undefined],
      [(stream: EventStream) => stream.destroy(), expect.objectContaining({ code: "connection_closed" })],
    ] as const) {
      const { peer, stream } = await connect();
      const pending = rejectionOf(peer.request("ask"));
      (await server.requests.next()).answer(202);
      finish(stream);
      expect(await peer.closed).toEqual(reason);
      expect(await pending).toMatchObject({ code: "connection_closed", message: expect.stringContaining("ask") });
      (await server.requests.next()).answer(202);
    }
  });

  it("ends at once when it is aborted", async () => {
    const controller = new AbortController();
    const { peer, stream } = await connect({ signal: controller.signal });
    const pending = rejectionOf(peer.request("ask"));
    await server.requests.next();
    controller.abort(new Error("enough"));
    expect(await peer.closed).toMatchObject({ code: "request_cancelled" });
    expect(await pending).toMatchObject({ code: "request_cancelled" });
    await stream.gone;
    const { peer: late } = createSide(connectHttp(server.url, { signal: controller.signal }));
    expect(await late.closed).toMatchObject({ code: "request_cancelled" });
  });

  it("is full above the mark, and given up far above it", async () => {
    const { peer } = await connect({ limits: { outboundBytesHigh: 1_000, outboundBytesMax: 3_000 } });
    const text = "x".repeat(600);
    expect(peer.notify("note", text)).toBe("sent");
    expect(peer.notify("note", text)).toBe("full");
    const drained = peer.drained();
    (await server.requests.next()).answer(202);
    await drained;
    const outcomes = Array.from({ length: 5 }, () => peer.notify("note", text));
    expect(outcomes.at(-1)).toBe("closed");
    expect(await peer.closed).toMatchObject({ code: "connection_overflow" });
  });
});

describe("cookies", () => {
  it("come back to the server that has set them, in this connection and the next with the same jar", async () => {
    const cookies = createCookieJar();
    const { peer } = createSide(connectHttp(server.url, { cookies, headers: { cookie: "mine=1" } }));
    void peer.request("initialize").catch(() => undefined);
    const post = await server.requests.next();
    expect(post.headers.cookie).toBe("mine=1");
    acceptInitialize(post, { "set-cookie": ["node=a; Path=/; HttpOnly", "other=b=c"] });
    const get = await server.requests.next();
    expect(get.headers.cookie).toBe("mine=1; node=a; other=b=c");
    get.stream();
    void peer.close();
    expect((await server.requests.next()).headers.cookie).toBe("mine=1; node=a; other=b=c");
    const { peer: next } = createSide(connectHttp(server.url, { cookies }));
    void next.request("initialize").catch(() => undefined);
    expect((await server.requests.next()).headers.cookie).toBe("node=a; other=b=c");
    void next.close();
  });

  it("are not kept when they are not wanted", async () => {
    const { peer } = createSide(connectHttp(server.url, { cookies: false }));
    void peer.request("initialize").catch(() => undefined);
    acceptInitialize(await server.requests.next(), { "set-cookie": "node=a" });
    expect((await server.requests.next()).headers).not.toHaveProperty("cookie");
    void peer.close();
  });
});
