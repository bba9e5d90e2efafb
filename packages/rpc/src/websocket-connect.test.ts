import { ParleyError } from "@parley/base";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { rejectionOf } from "./testing/peers.ts";
import { startWebSocketServer } from "./testing/websocket-server.ts";
import { connectWebSocket } from "./websocket.node.ts";

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

/** A server that answers every upgrade with this status. */
function refuse(status: number): Promise<string> {
  return listen(
    createServer().on("upgrade", (_, socket) => {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    }),
  );
}

describe("connecting", () => {
  it.each([
    [401, "asks for credentials (HTTP 401): give a token, or sign in again"],
    [403, "does not accept these credentials (HTTP 403)"],
    [404, "(HTTP 404): check the path"],
    [302, "has moved (HTTP 302): use the new address"],
    [503, "is too busy (HTTP 503): try again later"],
    [500, "failed (HTTP 500): its log says why"],
    [418, "refused the connection (HTTP 418)"],
  ])("fails with status %i and says what to do", async (status, text) => {
    const url = await refuse(status);
    const error = await rejectionOf(connectWebSocket(`${url}?token=secret`));
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ code: "connection_failed", message: expect.stringContaining(text) });
    expect(String(error)).toContain(url);
    expect(String(error)).not.toContain("secret");
  });

  it("fails when nothing listens", async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await rejectionOf(connectWebSocket(url));
    expect(error).toMatchObject({
      code: "connection_failed",
      message: `Nothing is listening at ${url}: is the server running, and is the port right?`,
      cause: { code: "ECONNREFUSED" },
    });
  });

  it("fails when the other side breaks off", async () => {
    const url = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await rejectionOf(connectWebSocket(url))).toMatchObject({
      code: "connection_failed",
      message: `The other side broke off the connection to ${url}`,
    });
  });

  it("fails when there is no answer in time", async () => {
    const url = await listen(createTcpServer((socket) => closing.push(() => socket.destroy())));
    const error = await rejectionOf(connectWebSocket(url, { connectTimeoutMs: 20 }));
    expect(error).toMatchObject({
      code: "connection_failed",
      message: expect.stringContaining(`${url} did not answer within 20 ms`),
    });
  });

  it("ends when it is cancelled, before or while it waits", async () => {
    const url = await listen(createTcpServer((socket) => closing.push(() => socket.destroy())));
    const controller = new AbortController();
    const waiting = rejectionOf(connectWebSocket(url, { signal: controller.signal }));
    const reason = new Error("not needed any more");
    controller.abort(reason);
    const expected = { code: "request_cancelled", message: `Connecting to ${url} was cancelled`, cause: reason };
    expect(await waiting).toMatchObject(expected);
    expect(await rejectionOf(connectWebSocket(url, { signal: controller.signal }))).toMatchObject(expected);
  });

  it.each(["ftp://127.0.0.1/", "not an address", "ws://127.0.0.1/#part"])("refuses the address %s", async (url) => {
    expect(await rejectionOf(connectWebSocket(url))).toMatchObject({
      code: "connection_failed",
      message: expect.stringContaining("is not a WebSocket address"),
    });
  });

  it("sends headers and subprotocols", async () => {
    const seen: unknown[] = [];
    const server = await startWebSocketServer({
      verifyClient: ({ req }: { req: IncomingMessage }) => seen.push(req.headers.authorization) > 0,
      handleProtocols: (protocols) => [...protocols].at(-1) ?? false,
    });
    closing.push(() => server.close());
    const transport = await connectWebSocket(server.url, {
      headers: { authorization: "Bearer abc" },
      protocols: ["acp.v0", "acp.v1"],
    });
    const socket = await server.sockets.next();
    expect(seen).toEqual(["Bearer abc"]);
    expect(socket.protocol).toBe("acp.v1");
    await transport.close();
  });
});
