import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectHttp, type HttpOptions } from "./http.ts";
import { acceptInitialize, startHttpServer, type EventStream, type TestHttpServer } from "./testing/http-server.ts";
import { createSide, rejectionOf, type Side } from "./testing/peers.ts";

let server: TestHttpServer;

beforeEach(async () => {
  server = await startHttpServer();
});

afterEach(async () => {
  await server.close();
});

async function connect(options: HttpOptions = {}): Promise<Side & { stream: EventStream }> {
  const side = createSide(connectHttp(server.url, options), { requests: { read: (params) => params } });
  const initialized = side.peer.request("initialize");
  const stream = await server.accept();
  await initialized;
  return { ...side, stream };
}

describe("a server that does not take initialize", () => {
  it.each([
    [401, "asks for credentials (HTTP 401)"],
    [403, "does not accept these credentials (HTTP 403)"],
    [404, "No endpoint found"],
    [410, "is gone (HTTP 410)"],
  ])("ends the connection with status %i and says why", async (status, text) => {
    const { peer } = createSide(connectHttp(`${server.url}?token=secret`));
    const answer = rejectionOf(peer.request("initialize"));
    (await server.requests.next()).answer(status);
    const reason = await peer.closed;
    expect(reason).toMatchObject({ code: "connection_failed", message: expect.stringContaining(text) });
    expect(reason?.message).not.toContain("secret");
    expect(await answer).toMatchObject({ code: "connection_failed", message: expect.stringContaining(text) });
  });

  it("may be asked again after any other status", async () => {
    const { peer } = createSide(connectHttp(server.url));
    const first = rejectionOf(peer.request("initialize"));
    const queued = rejectionOf(peer.request("session/new"));
    (await server.requests.next()).answer(503, "starting ".repeat(9_000));
    const body = "starting ".repeat(9_000).slice(0, 8 * 1024);
    expect(await first).toMatchObject({ code: -32603, data: { status: 503, body } });
    expect(await queued).toMatchObject({ code: -32603, message: "The connection is not initialized" });
    const second = peer.request("initialize");
    await server.accept();
    expect(await second).toEqual({ protocolVersion: 1 });
    void peer.close();
  });

  it("may answer with a JSON-RPC error of its own", async () => {
    const { peer } = createSide(connectHttp(server.url));
    const answer = rejectionOf(peer.request("initialize"));
    const error = { code: -32022, message: "Unsupported protocol version", data: { supported: [1] } };
    (await server.requests.next()).answer(500, JSON.stringify({ jsonrpc: "2.0", id: 0, error }));
    expect(await answer).toMatchObject(error);
    void peer.close();
  });

  it("is no ACP server if it gives no connection id, or no JSON", async () => {
    const bodies = [
      ["{}", {}, "without an Acp-Connection-Id header"],
      ["<html>", { "acp-connection-id": "c-1" }, "with something that is not JSON"],
    ] as const;
    for (const [body, headers, text] of bodies) {
      const { peer } = createSide(connectHttp(server.url));
      const answer = rejectionOf(peer.request("initialize"));
      (await server.requests.next()).answer(200, body, headers);
      expect(await answer).toMatchObject({ code: "connection_failed", message: expect.stringContaining(text) });
      void peer.close();
      if ("acp-connection-id" in headers) (await server.requests.next()).answer(202);
    }
  });

  it("may answer with far too much, which rejects the request alone", async () => {
    const { peer } = createSide(connectHttp(server.url, { limits: { lineBytesMax: 100 } }), {
      limits: { lineBytesMax: 100 },
    });
    const answer = rejectionOf(peer.request("initialize"));
    const body = JSON.stringify({ jsonrpc: "2.0", id: 0, result: "x".repeat(5_000) });
    (await server.requests.next()).answer(200, body, { "acp-connection-id": "c-1" });
    expect(await answer).toMatchObject({ code: "message_too_large" });
    (await server.requests.next()).stream();
    void peer.close();
  });

  it.each([
    [404, "No endpoint found"],
    [200, "did not accept the event stream (HTTP 200 with text/html)"],
  ])("may refuse the stream with status %i", async (status, text) => {
    const { peer } = createSide(connectHttp(server.url));
    void peer.request("initialize").catch(() => undefined);
    acceptInitialize(await server.requests.next());
    (await server.requests.next()).answer(status, "<html>", { "content-type": "text/html" });
    expect(await peer.closed).toMatchObject({ code: "connection_failed", message: expect.stringContaining(text) });
  });

  it("may be missing, or not answer", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const { peer } = createSide(connectHttp(url, { limits: { httpAnswerMs: 20 } }));
    expect(await rejectionOf(peer.request("initialize"))).toMatchObject({
      code: "connection_failed",
      message: expect.stringContaining(`${url} did not answer within 20 ms`),
    });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    const { peer: second } = createSide(connectHttp(url));
    expect(await rejectionOf(second.request("initialize"))).toMatchObject({
      code: "connection_failed",
      message: expect.stringContaining(`Nothing is listening at ${url}`),
    });
  });

  it("must have an address", () => {
    for (const url of ["ws://127.0.0.1/", "nowhere"]) {
      expect(() => connectHttp(url)).toThrow(expect.objectContaining({ code: "connection_failed" }));
    }
  });
});

describe("a server that does not take a message", () => {
  it.each([
    [401, "no longer accepts our credentials: sign in again"],
    [403, "no longer accepts our credentials: sign in again"],
    [404, "no longer knows this connection: it may have restarted, connect again"],
    [410, "no longer knows this connection: it may have restarted, connect again"],
  ])("ends the connection with status %i", async (status, text) => {
    const { peer, stream } = await connect();
    const answers = ["first", "second"].map((method) => rejectionOf(peer.request(method)));
    (await server.requests.next()).answer(status, "Unknown Acp-Connection-Id");
    const reason = await peer.closed;
    expect(reason).toMatchObject({ code: "connection_closed", message: expect.stringContaining(text) });
    expect(reason?.message).toContain(`(HTTP ${status}): Unknown Acp-Connection-Id`);
    for (const error of await Promise.all(answers)) expect(error).toMatchObject({ code: "connection_closed" });
    await stream.gone;
  });

  it.each([400, 409, 413, 429, 500, 502, 302])("fails that request alone with status %i", async (status) => {
    const { peer, stream, problems } = await connect();
    const first = rejectionOf(peer.request("first"));
    const second = peer.request("second");
    const body = "x".repeat(20_000);
    (await server.requests.next()).answer(status, body);
    const error = await first;
    expect(error).toMatchObject({
      code: -32603,
      message: expect.stringContaining(`did not accept first (HTTP ${status})`),
    });
    expect(error).toMatchObject({ data: { status, body: expect.stringMatching(/^x{1000,8192}$/) } });
    (await server.requests.next()).answer(202);
    stream.say({ jsonrpc: "2.0", id: 2, result: "fine" });
    expect(await second).toBe("fine");
    expect(problems).toEqual([]);
    void peer.close();
  });

  it("is not followed elsewhere, where credentials do not belong", async () => {
    const { peer } = await connect({ headers: { authorization: "Bearer abc" } });
    const answer = rejectionOf(peer.request("ask"));
    (await server.requests.next()).answer(307, "", { location: "/elsewhere" });
    expect(await answer).toMatchObject({ code: -32603, data: { status: 307 } });
    void peer.close();
    expect((await server.requests.next()).method).toBe("DELETE");
  });

  it("fails that request alone if it breaks off instead of answering", async () => {
    const { peer, stream } = await connect();
    const first = rejectionOf(peer.request("first"));
    (await server.requests.next()).stream().destroy();
    expect(await first).toMatchObject({
      code: -32603,
      message: expect.stringContaining("first could not be delivered"),
    });
    const second = peer.request("second");
    (await server.requests.next()).answer(202);
    stream.say({ jsonrpc: "2.0", id: 2, result: "fine" });
    expect(await second).toBe("fine");
    void peer.close();
  });

  it("leaves an answer alone that came all the same", async () => {
    const { peer, stream, problems } = await connect();
    const answer = peer.request("ask");
    const post = await server.requests.next();
    stream.say({ jsonrpc: "2.0", id: 1, result: "done" });
    expect(await answer).toBe("done");
    post.answer(502);
    peer.notify("note");
    (await server.requests.next()).answer(202);
    expect(problems).toEqual([]);
    void peer.close();
  });

  it("is reported briefly when it refuses an answer of ours", async () => {
    const { peer, stream, problems } = await connect();
    stream.say({ jsonrpc: "2.0", id: "q", method: "read", params: "x".repeat(100) });
    (await server.requests.next()).answer(413, "too large");
    const substitute = await server.requests.next();
    expect(substitute.message).toMatchObject({ id: "q", error: { code: -32603, data: { status: 413 } } });
    substitute.answer(500);
    for (const [method, status] of [
      ["note", 400],
      ["fence", 202],
    ] as const) {
      peer.notify(method);
      const next = await server.requests.next();
      expect(next.message.method).toBe(method);
      next.answer(status, "no");
    }
    expect(problems).toMatchObject([
      { kind: "unmatched_response", id: null, error: { data: { status: 413 } } },
      { kind: "unmatched_response", id: null, error: { data: { status: 500 } } },
      { kind: "unmatched_response", id: null, error: { data: { status: 400, body: "no" } } },
    ]);
    void peer.close();
  });
});
