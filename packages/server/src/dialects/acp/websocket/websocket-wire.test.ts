import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { WebSocketWire } from "./websocket-wire.ts";

const BUFFERED_BYTES_MAX = 1024 * 1024;
const servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
});

async function createPair(unreadMsMax?: number): Promise<{ readonly client: WebSocket; readonly wire: WebSocketWire }> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  servers.push(server);
  await once(server, "listening");
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const opened = once(client, "open");
  const [socket, request] = (await once(server, "connection")) as [WebSocket, IncomingMessage];
  await opened;
  const wire = new WebSocketWire(socket, request.socket, { bufferedBytesMax: BUFFERED_BYTES_MAX, unreadMsMax });
  wire.transport.open({ message: () => undefined, malformed: () => undefined, closed: () => undefined });
  return { client, wire };
}

it("closes with 1008 if a client leaves too much unread", async () => {
  const { client, wire } = await createPair();
  client.pause();
  const message = { jsonrpc: "2.0", method: "_x", params: "x".repeat(256 * 1024) } as const;
  let sent = 0;
  while (wire.transport.send(message) !== "closed") sent += 1;
  expect(sent).toBeGreaterThan(3);
  client.resume();
  const [code] = (await once(client, "close")) as [number];
  expect(code).toBe(1008);
});

it("reports when it is full, and when there is room again", async () => {
  const { client, wire } = await createPair();
  client.pause();
  const frames = [1, 2, 3].map((seq) => ({ seq, text: "x".repeat(256 * 1024), isLast: true }));
  while (wire.sendFrames("s", frames));
  const drained = wire.drained();
  client.resume();
  await drained;
  expect(wire.sendFrames("s", [{ seq: 4, text: "{}", isLast: true }])).toBe(true);
});

it("disconnects a client that does not read for too long", async () => {
  const { client, wire } = await createPair(50);
  client.pause();
  while (wire.sendFrames("s", [{ seq: 1, text: "x".repeat(256 * 1024), isLast: true }]));
  // Resolves although nothing was read: the socket is gone.
  await wire.drained();
  client.resume();
  const [code] = (await once(client, "close")) as [number];
  expect(code).toBe(1006);
});

it.each([
  ["shutdown", 1001],
  ["internal", 1011],
] as const)("closes for %s with %i", async (reason, expected) => {
  const { client, wire } = await createPair();
  const closed = once(client, "close");
  wire.end(reason, "Why");
  const [code, text] = (await closed) as [number, Buffer];
  expect([code, text.toString()]).toEqual([expected, "Why"]);
});
