import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectHttp } from "./http.ts";
import { startHttpServer, type EventStream, type TestHttpServer } from "./testing/http-server.ts";
import { createSide, rejectionOf, type Side } from "./testing/peers.ts";
import { Queue, settled } from "./testing/queue.ts";

let server: TestHttpServer;

beforeEach(async () => {
  server = await startHttpServer();
});

afterEach(async () => {
  await server.close();
});

async function connect(): Promise<Side & { stream: EventStream; notes: Queue<unknown> }> {
  const notes = new Queue<unknown>();
  const side = createSide(connectHttp(server.url), {
    notifications: { note: (params) => notes.push(params) },
    requests: { ask: (params) => Promise.resolve(params) },
  });
  const initialized = side.peer.request("initialize");
  const stream = await server.accept();
  await initialized;
  return { ...side, stream, notes };
}

/** Takes the GET of a session's stream. */
async function acceptSession(sessionId: string): Promise<EventStream> {
  const request = await server.requests.next();
  expect(request).toMatchObject({
    method: "GET",
    headers: { "acp-connection-id": "c-1", "acp-session-id": sessionId, accept: "text/event-stream" },
  });
  return request.stream();
}

async function acceptPost(method: string, sessionId?: string): Promise<void> {
  const request = await server.requests.next();
  expect(request).toMatchObject({ method: "POST", message: { method } });
  expect(request.headers["acp-session-id"]).toBe(sessionId);
  request.answer(202);
}

describe("a session over HTTP", () => {
  it("has its stream open before its first message leaves", async () => {
    const { peer } = await connect();
    const answer = peer.request("session/prompt", { sessionId: "s 1" });
    const get = await server.requests.next();
    expect(get).toMatchObject({ method: "GET", headers: { "acp-session-id": "s 1" } });
    await settled();
    expect(server.requests.waiting).toEqual([]);
    const stream = get.stream();
    await acceptPost("session/prompt", "s 1");
    stream.say({ jsonrpc: "2.0", id: 1, result: "done" });
    expect(await answer).toBe("done");
    peer.notify("session/cancel", { sessionId: "s 1" });
    await acceptPost("session/cancel", "s 1");
    peer.notify("$/cancel_request", { requestId: 1 });
    await acceptPost("$/cancel_request");
    void peer.close();
  });

  it("has its stream opened by the answer that names it, and only if we asked", async () => {
    const { peer, stream } = await connect();
    stream.say({ jsonrpc: "2.0", id: 99, result: { sessionId: "not ours" } });
    const created = peer.request("session/new");
    await acceptPost("session/new");
    stream.say({ jsonrpc: "2.0", id: 1, result: { sessionId: "s-1" } });
    expect(await created).toEqual({ sessionId: "s-1" });
    const session = await acceptSession("s-1");
    const prompt = peer.request("session/prompt", { sessionId: "s-1" });
    await acceptPost("session/prompt", "s-1");
    session.say({ jsonrpc: "2.0", id: 2, result: "done" });
    expect(await prompt).toBe("done");
    void peer.close();
  });

  it("is opened again after a close, even if the server has not noticed the end of its old stream", async () => {
    const { peer } = await connect();
    const closing = peer.request("session/close", { sessionId: "s-1" });
    const old = await acceptSession("s-1");
    await acceptPost("session/close", "s-1");
    old.say({ jsonrpc: "2.0", id: 1, result: {} });
    await closing;
    const deleting = peer.request("session/delete", { sessionId: "s-1" });
    (await server.requests.next()).answer(409, "Outbound stream already has an active receiver");
    const session = await acceptSession("s-1");
    await acceptPost("session/delete", "s-1");
    session.say({ jsonrpc: "2.0", id: 2, result: {} });
    expect(await deleting).toEqual({});
    void peer.close();
  });

  it("gets our answers to what it asked on its stream, with its id; the connection gets its own without", async () => {
    const { peer, stream } = await connect();
    peer.notify("session/start", { sessionId: "s-1" });
    const session = await acceptSession("s-1");
    await acceptPost("session/start", "s-1");
    session.say({ jsonrpc: "2.0", id: "q", method: "ask", params: 1 });
    const first = await server.requests.next();
    expect(first).toMatchObject({ message: { id: "q", result: 1 }, headers: { "acp-session-id": "s-1" } });
    first.answer(202);
    stream.say({ jsonrpc: "2.0", id: "q", method: "ask", params: 2 });
    const second = await server.requests.next();
    expect(second.message).toMatchObject({ id: "q", result: 2 });
    expect(second.headers).not.toHaveProperty("acp-session-id");
    second.answer(202);
    void peer.close();
  });

  it("may be answered on any stream", async () => {
    const { peer, stream } = await connect();
    const loaded = peer.request("session/load", { sessionId: "s-1" });
    const listed = peer.request("session/list");
    const session = await acceptSession("s-1");
    await acceptPost("session/load", "s-1");
    await acceptPost("session/list");
    stream.say({ jsonrpc: "2.0", id: 1, result: "loaded" });
    session.say({ jsonrpc: "2.0", id: 2, result: "listed" });
    expect(await Promise.all([loaded, listed])).toEqual(["loaded", "listed"]);
    void peer.close();
  });

  it("keeps the order of its stream", async () => {
    const { peer, notes } = await connect();
    const answer = peer.request("session/prompt", { sessionId: "s-1" }).then((result) => notes.push(result));
    const session = await acceptSession("s-1");
    await acceptPost("session/prompt", "s-1");
    for (let index = 0; index < 300; index += 1) session.say({ jsonrpc: "2.0", method: "note", params: index });
    session.say({ jsonrpc: "2.0", id: 1, result: "stop" });
    await answer;
    expect(notes.waiting).toEqual([...Array.from({ length: 300 }, (_, index) => index), "stop"]);
    void peer.close();
  });

  it("fails what is under way when its stream ends, and opens it again for the next message", async () => {
    const { peer, problems } = await connect();
    const first = rejectionOf(peer.request("session/prompt", { sessionId: "s-1" }));
    const session = await acceptSession("s-1");
    await acceptPost("session/prompt", "s-1");
    session.end();
    expect(await first).toMatchObject({ code: -32603, message: "The server ended the stream of the session" });
    const second = peer.request("session/prompt", { sessionId: "s-1" });
    const again = await server.requests.next();
    expect(again.headers).not.toHaveProperty("last-event-id");
    const stream = again.stream();
    await acceptPost("session/prompt", "s-1");
    stream.say({ jsonrpc: "2.0", id: 2, result: "done" });
    expect(await second).toBe("done");
    expect(problems).toEqual([]);
    void peer.close();
  });

  it("lets go of its stream when it was closed, and not when closing failed", async () => {
    const { peer, stream } = await connect();
    const failed = rejectionOf(peer.request("session/close", { sessionId: "s-1" }));
    const session = await acceptSession("s-1");
    await acceptPost("session/close", "s-1");
    stream.say({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "not now" } });
    expect(await failed).toMatchObject({ message: "not now" });
    const closed = peer.request("session/close", { sessionId: "s-1" });
    await acceptPost("session/close", "s-1");
    session.say({ jsonrpc: "2.0", id: 2, result: null });
    expect(await closed).toBeNull();
    await session.gone;
    peer.notify("note");
    await acceptPost("note");
    void peer.close();
  });

  it("takes its stream up where it broke off, if the server gives ids", async () => {
    const { peer, notes } = await connect();
    const answer = peer.request("session/prompt", { sessionId: "s-1" });
    const session = await acceptSession("s-1");
    await acceptPost("session/prompt", "s-1");
    session.say({ jsonrpc: "2.0", method: "note", params: 1 }, "e-1");
    session.say({ jsonrpc: "2.0", method: "note", params: 2 }, "e-2");
    expect([await notes.next(), await notes.next()]).toEqual([1, 2]);
    session.write('id: e-3\ndata: {"jsonrpc":"2.0","method":"note","par');
    session.destroy();
    const again = await server.requests.next();
    expect(again.headers).toMatchObject({ "acp-session-id": "s-1", "last-event-id": "e-2" });
    const second = again.stream();
    second.say({ jsonrpc: "2.0", method: "note", params: 3 }, "e-3");
    expect(await notes.next()).toBe(3);
    second.end();
    const third = await server.requests.next();
    expect(third.headers["last-event-id"]).toBe("e-3");
    third.stream().say({ jsonrpc: "2.0", id: 1, result: "done" }, "e-4");
    expect(await answer).toBe("done");
    void peer.close();
  });

  it("is given up if the server does not let its stream be taken up again", async () => {
    const { peer } = await connect();
    const answer = rejectionOf(peer.request("session/prompt", { sessionId: "s-1" }));
    const session = await acceptSession("s-1");
    await acceptPost("session/prompt", "s-1");
    session.say({ jsonrpc: "2.0", method: "note" }, "e-1");
    session.end();
    (await server.requests.next()).answer(404, "gone");
    expect(await answer).toMatchObject({ code: -32603, data: { status: 404, body: "gone" } });
    void peer.close();
  });

  it("delivers what the server had written before it shut down", async () => {
    const { peer, stream, notes } = await connect();
    const answer = peer.request("session/prompt", { sessionId: "s-1" });
    const session = await acceptSession("s-1");
    await acceptPost("session/prompt", "s-1");
    stream.end();
    // The connection has ended for us once nothing more is taken.
    while (peer.notify("note") !== "closed") (await server.requests.next()).answer(202);
    session.say({ jsonrpc: "2.0", method: "note", params: "last words" });
    session.say({ jsonrpc: "2.0", id: 1, result: "done" });
    session.end();
    expect(await answer).toBe("done");
    expect(notes.waiting).toEqual(["last words"]);
    expect(await peer.closed).toBeUndefined();
  });
});

describe("a session that the server refuses", () => {
  it("fails alone, until it is loaded or resumed", async () => {
    const { peer, problems } = await connect();
    const first = rejectionOf(peer.request("session/prompt", { sessionId: "s-1" }));
    const session = await acceptSession("s-1");
    (await server.requests.next()).answer(409, "already read elsewhere");
    const refused = { code: -32603, data: { status: 409, body: "already read elsewhere" } };
    expect(await first).toMatchObject(refused);
    await session.gone;
    expect(await rejectionOf(peer.request("session/prompt", { sessionId: "s-1" }))).toMatchObject(refused);
    peer.notify("session/cancel", { sessionId: "s-1" });
    const other = peer.request("session/prompt", { sessionId: "s-2" });
    const stream = await acceptSession("s-2");
    await acceptPost("session/prompt", "s-2");
    stream.say({ jsonrpc: "2.0", id: 3, result: "fine" });
    expect(await other).toBe("fine");
    // There is no answer to a notification, so its fate is reported.
    expect(problems).toMatchObject([{ kind: "unmatched_response", id: null, error: { data: { status: 409 } } }]);
    const loaded = peer.request("session/load", { sessionId: "s-1" });
    const again = await acceptSession("s-1");
    await acceptPost("session/load", "s-1");
    again.say({ jsonrpc: "2.0", id: 4, result: "loaded" });
    expect(await loaded).toBe("loaded");
    void peer.close();
  });

  it("may be refused when its stream is opened", async () => {
    const { peer } = await connect();
    const first = rejectionOf(peer.request("session/prompt", { sessionId: "s-1" }));
    (await server.requests.next()).answer(409, "in use");
    expect(await first).toMatchObject({ code: -32603, data: { status: 409, body: "in use" } });
    expect(await rejectionOf(peer.request("session/prompt", { sessionId: "s-1" }))).toMatchObject({ code: -32603 });
    expect(server.requests.waiting).toEqual([]);
    void peer.close();
  });

  it("has an id that no header can carry", async () => {
    const { peer } = await connect();
    expect(await rejectionOf(peer.request("session/prompt", { sessionId: "日本" }))).toMatchObject({
      code: -32603,
      message: expect.stringContaining('"日本" cannot be sent as acp-session-id'),
    });
    peer.notify("note");
    await acceptPost("note");
    void peer.close();
  });
});
