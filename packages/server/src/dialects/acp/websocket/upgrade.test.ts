// The rules of the WebSocket: its first message, what is no message, and how it ends.
import { createInbox, type Inbox } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createAcpDialect } from "../create-dialect.ts";
import { authorization } from "../testing/acp-peer.ts";

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ dialects: [createAcpDialect] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface RawSocket extends Disposable {
  readonly socket: WebSocket;
  readonly heard: Inbox<Readonly<Record<string, unknown>>>;
  readonly connectionId: string;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

async function open(to: TestServer = server): Promise<RawSocket> {
  const socket = new WebSocket(`${to.url.replace("http", "ws")}/acp`, { headers: authorization(to.token) });
  const heard = createInbox<Readonly<Record<string, unknown>>>();
  socket.on("message", (data: Buffer) => heard.push(JSON.parse(data.toString()) as Record<string, unknown>));
  const closed = once(socket, "close").then(([code, reason]: unknown[]) => ({
    code: Number(code),
    reason: String(reason),
  }));
  const [[response]] = (await Promise.all([once(socket, "upgrade"), once(socket, "open")])) as unknown as [
    [{ headers: Record<string, string> }],
  ];
  const connectionId = response.headers["acp-connection-id"] ?? "";
  return { socket, heard, connectionId, closed, [Symbol.dispose]: () => socket.terminate() };
}

const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';

it("names the connection in its handshake, and answers initialize", async () => {
  using raw = await open();
  expect(raw.connectionId).toMatch(/^[\da-f-]{36}$/);
  raw.socket.send(INITIALIZE);
  expect(await raw.heard.find("the answer", ({ id }) => id === 0)).toMatchObject({ result: { protocolVersion: 1 } });
});

it("closes with 1002 if the first message is something else", async () => {
  using raw = await open();
  raw.socket.send('{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}');
  expect(await raw.closed).toEqual({ code: 1002, reason: "The first message must be initialize" });
});

it.each([
  ["no JSON", "{", -32_700],
  ["a batch", "[]", -32_600],
  ["a scalar", "1", -32_600],
])("answers %s with an error, and continues", async (_, text, code) => {
  using raw = await open();
  raw.socket.send(text);
  expect(await raw.heard.find("the error", ({ id }) => id === null)).toMatchObject({ error: { code } });
  raw.socket.send(Buffer.from([0, 1, 2]));
  raw.socket.send(INITIALIZE);
  await raw.heard.find("the answer", ({ id }) => id === 0);
});

it("refuses a second initialize", async () => {
  using raw = await open();
  raw.socket.send(INITIALIZE);
  raw.socket.send(INITIALIZE.replace('"id":0', '"id":"again"'));
  const refused = await raw.heard.find("the refusal", ({ id }) => id === "again");
  expect(refused).toMatchObject({ error: { code: -32_600 } });
});

it("is not a connection for HTTP", async () => {
  using raw = await open();
  const headers = { accept: "text/event-stream", "acp-connection-id": raw.connectionId };
  expect((await server.fetch("/acp", { headers })).status).toBe(404);
});

it("closes with 1001 when the server stops", async () => {
  await using own = await openTestServer({ dialects: [createAcpDialect] });
  using raw = await open(own);
  raw.socket.send(INITIALIZE);
  await raw.heard.find("the answer", ({ id }) => id === 0);
  const ending = own.server.close({ graceMs: 0 });
  expect((await raw.closed).code).toBe(1001);
  await ending;
});
