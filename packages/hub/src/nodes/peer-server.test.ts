import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, createServer as createRelay, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { serialize } from "node:v8";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { StoreNode } from "../api/nodes.ts";
import { PEER_MESSAGE_BYTES_MAX } from "../node-limits.ts";
import { PeerClient } from "./peer-client.ts";
import type { PeerCall } from "./peer-messages.ts";
import { listenForPeers, type AnswerPeer } from "./peer-server.ts";
import { HubRouter, type RouteOptions, type RoutedParts } from "./route-hub.ts";

const KEY = "the key of this server";
const OWN = { authorization: `Bearer ${KEY}` };
const CALL: PeerCall = { sessionId: "s", part: "sessions", method: "get", args: ["s"] };
const SURE = { name: "OwnerUnreachable", isUncertain: false };
const UNSURE = { name: "OwnerUnreachable", isUncertain: true };

const toNode = (url: string, key = KEY): StoreNode => ({ id: "one", url, key }) as StoreNode;

async function openPeer(answer: AnswerPeer) {
  const server = await listenForPeers({ host: "127.0.0.1", key: KEY, answer });
  return { server, node: toNode(server.url) };
}

describe("a server that others call", () => {
  let client: PeerClient;
  beforeEach(() => {
    client = new PeerClient({ pingMs: 20 });
  });
  afterEach(() => client[Symbol.dispose]());

  const call = (node: StoreNode, given: PeerCall = CALL, gone = new AbortController().signal): Promise<unknown> =>
    client.call(node, given, gone);

  it("answers many calls of one server over one connection, each when it is done", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server } = await openPeer(async ({ args: [which] }) => {
      if (which === 0) await released;
      return { value: which };
    });
    await using _ = server;
    let connections = 0;
    const relay = createRelay((socket) => {
      connections += 1;
      const onward = connect(Number(new URL(server.url).port), "127.0.0.1");
      for (const end of [socket, onward]) end.on("error", () => end.destroy());
      socket.pipe(onward).pipe(socket);
    }).listen(0, "127.0.0.1");
    await once(relay, "listening");
    const node = toNode(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`);
    const done: unknown[] = [];
    const calls = Array.from({ length: 50 }, async (_one, which) => {
      done.push(await call(node, { ...CALL, args: [which] }));
      if (done.length === 49) release();
    });
    await Promise.all(calls);
    relay.close();
    expect(connections).toBe(1);
    expect(done.at(-1)).toBe(0);
    expect(new Set(done).size).toBe(50);
  });

  it("refuses whoever does not have its key", async () => {
    const calls: PeerCall[] = [];
    const { server, node } = await openPeer(async (given) => ({ value: calls.push(given) }));
    await using _ = server;
    for (const method of ["GET", "POST"]) expect((await fetch(server.url, { method, headers: OWN })).status).toBe(401);
    await expect(call(toNode(server.url, "wrong"))).rejects.toMatchObject(SURE);
    const stranger = new WebSocket(server.url);
    const [error] = (await once(stranger, "error")) as [Error];
    expect(error.message).toContain("401");
    expect(calls).toEqual([]);
    expect(await call(node)).toBe(1);
  });

  it("reads nothing of a caller without its key, and no more than a call may have", async () => {
    const calls: PeerCall[] = [];
    const { server, node } = await openPeer(async (given) => ({ value: calls.push(given) }));
    await using _ = server;
    const { port } = new URL(server.url);
    /** Sends without end, until the connection is closed. */
    const flood = (head: string): Promise<number> =>
      new Promise((resolve) => {
        let bytes = 0;
        const socket = connect(Number(port), "127.0.0.1");
        const chunk = Buffer.alloc(1024 * 1024);
        const more = (): void => {
          while (!socket.destroyed && socket.write(chunk)) bytes += chunk.length;
        };
        socket.write(head);
        socket.on("drain", more).on("data", () => undefined);
        socket.on("error", () => undefined).on("close", () => resolve(bytes));
        more();
      });
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n";
    const start = "GET / HTTP/1.1\r\nhost: x\r\n";
    for (const head of [
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 999999999999\r\n\r\n",
      `${start}${upgrade}sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      `${start}${upgrade}authorization: Bearer ${KEY}\r\n\r\n`,
      `${start}${upgrade}authorization: Bearer ${KEY}\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    ])
      expect(await flood(head)).toBeLessThan(PEER_MESSAGE_BYTES_MAX);
    expect(calls).toEqual([]);
    expect(await call(node)).toBe(1);
  });

  it("closes the connection of a caller that sends what is not a call", async () => {
    const calls: PeerCall[] = [];
    const { server, node } = await openPeer(async (given) => ({ value: calls.push(given) }));
    await using _ = server;
    const odd = [null, 7, "text", {}, [1], ["1", CALL], [1, { ...CALL, args: "x" }], [1, { ...CALL, sessionId: 1 }]];
    const messages = [...odd.map((message) => serialize(message)), "text", Buffer.alloc(0), Buffer.alloc(9, 255)];
    for (const message of [...messages, Buffer.alloc(PEER_MESSAGE_BYTES_MAX + 1)]) {
      const socket = new WebSocket(server.url, { headers: OWN });
      socket.on("error", () => undefined);
      await once(socket, "open");
      const closed = once(socket, "close");
      socket.send(message, () => undefined);
      await closed;
    }
    expect(calls).toEqual([]);
    expect(await call(node)).toBe(1);
  });

  it("fails the call that is too long, or whose result cannot be sent, and works on", async () => {
    const results: Readonly<Record<string, unknown>> = {
      s: "fine",
      code: () => "code",
      long: Buffer.alloc(PEER_MESSAGE_BYTES_MAX),
    };
    const { server, node } = await openPeer(async ({ args: [which] }) => ({ value: results[String(which)] }));
    await using _ = server;
    await expect(call(node, { ...CALL, args: ["code"] })).rejects.toMatchObject({ code: "store_failed" });
    await expect(call(node, { ...CALL, args: ["long"] })).rejects.toMatchObject({ code: "limit_reached" });
    await expect(call(node, { ...CALL, args: [results["long"]] })).rejects.toMatchObject({ code: "limit_reached" });
    expect(await call(node)).toBe("fine");
  });

  it("sends many long replies one after the other, and the short ones too", async () => {
    const { server, node } = await openPeer(async ({ args: [bytes] }) => ({ value: Buffer.alloc(Number(bytes)) }));
    await using _ = server;
    const sizes = [30e6, 30e6, 1, ...Array.from({ length: 60 }, () => 1e6), 30e6, 2];
    const replies = await Promise.all(sizes.map((bytes) => call(node, { ...CALL, args: [bytes] })));
    expect(replies.map((reply) => (reply as Buffer).length)).toEqual(sizes);
  });

  it("is not given up while a long message is on its way", async () => {
    const { server } = await openPeer(async ({ args: [bytes] }) => ({ value: Buffer.alloc(Number(bytes)) }));
    await using _ = server;
    // It passes a little on at a time, so the whole takes many times as long as unanswered pings are waited for.
    const relay = createRelay((socket) => {
      const onward = connect(Number(new URL(server.url).port), "127.0.0.1");
      for (const end of [socket, onward]) end.on("error", () => end.destroy());
      socket.pipe(onward);
      onward.on("data", (data) => {
        onward.pause();
        socket.write(data, () => setTimeout(() => onward.resume(), 3));
      });
    }).listen(0, "127.0.0.1");
    await once(relay, "listening");
    const node = toNode(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`);
    expect(await call(node, { ...CALL, args: [20e6] })).toHaveLength(20e6);
    relay.close();
  });

  it("is not waited for once its caller has ended, nor while the connection is being opened", async () => {
    const paused = createRelay().listen(0, "127.0.0.1");
    await once(paused, "listening");
    const node = toNode(`http://127.0.0.1:${(paused.address() as AddressInfo).port}`);
    const gone = new AbortController();
    const first = call(node, CALL, gone.signal).catch((error: unknown) => error);
    gone.abort();
    expect(await first).toMatchObject(SURE);
    const second = call(node).catch((error: unknown) => error);
    client[Symbol.dispose]();
    expect(await second).toMatchObject(SURE);
    await expect(call(node)).rejects.toMatchObject(SURE);
    paused.close();
  });

  it("is not believed if it is another program at the same port, or leads elsewhere", async () => {
    const { server } = await openPeer(async () => ({ value: 1 }));
    await using _ = server;
    const sockets = new WebSocketServer({ noServer: true });
    const accept = (request: IncomingMessage, socket: Duplex, reply: unknown): void =>
      sockets.handleUpgrade(request, socket, Buffer.alloc(0), (accepted) =>
        accepted.on("message", () => accepted.send(reply as Buffer)),
      );
    const upgrades: readonly ((request: IncomingMessage, socket: Duplex) => unknown)[] = [
      (_request, socket) => socket.end("hello"),
      (_request, socket) => socket.end(`HTTP/1.1 307 Elsewhere\r\nlocation: ${server.url}\r\n\r\n`),
      (_request, socket) => socket.end("HTTP/1.1 500 Oops\r\n\r\n"),
      (request, socket) => accept(request, socket, "hello"),
      (request, socket) => accept(request, socket, serialize([1, { nothing: "ours" }])),
    ];
    for (const upgrade of upgrades) {
      const stranger = createServer((_request, response) => void response.end("hello")).listen(0, "127.0.0.1");
      stranger.on("upgrade", upgrade);
      await once(stranger, "listening");
      const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
      await expect(call(toNode(url))).rejects.toMatchObject({ name: "OwnerUnreachable" });
      stranger.close();
    }
    await expect(call(toNode("http://127.0.0.1:1"))).rejects.toMatchObject(SURE);
  });

  it("is given up when it does not even answer pings, when it is gone, and when its connection breaks", async () => {
    let isSilent = true;
    const { server, node } = await openPeer(async ({ args: [what] }) => {
      if (what === "slow" && isSilent) await new Promise(() => undefined);
      return { value: what };
    });
    await using _ = server;
    // A call may take long as long as the pings are answered.
    const gone = new AbortController();
    const slow = call(node, { ...CALL, args: ["slow"] }, gone.signal);
    for (let calls = 0; calls < 20; calls += 1) expect(await call(node)).toBe("s");
    gone.abort();
    await expect(slow).rejects.toMatchObject(UNSURE);
    const silent = createServer().listen(0, "127.0.0.1");
    const sockets = new WebSocketServer({ server: silent, autoPong: false });
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await expect(call(toNode(url))).rejects.toMatchObject(UNSURE);
    sockets.on("connection", (socket) => socket.on("message", () => socket.terminate()));
    await expect(call(toNode(url))).rejects.toMatchObject(UNSURE);
    silent.close();
    isSilent = false;
    expect(await call(node, { ...CALL, args: ["slow"] })).toBe("slow");
  });

  it("ends with its callers still connected", async () => {
    let onAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    const { server, node } = await openPeer(async () => {
      onAsked();
      return new Promise(() => undefined);
    });
    const waiting = call(node).catch((error: unknown) => error);
    await asked;
    await server[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject(UNSURE);
    await expect(call(node)).rejects.toMatchObject(SURE);
  });

  it("runs only what servers pass on to each other", async () => {
    const sessions = { get: async (id: string) => id, list: async () => ["all"] };
    const secrets = { read: async () => "a secret" };
    const options = { live: { isOwned: () => true }, places: { isAway: () => false } } as unknown as RouteOptions;
    const router = new HubRouter({ sessions, secrets } as unknown as RoutedParts, options);
    expect(await router.answer(CALL)).toEqual({ value: "s" });
    for (const [part, method] of [
      ["sessions", "list"],
      ["secrets", "read"],
      ["sessions", "constructor"],
      ["__proto__", "toString"],
      ["constructor", "call"],
    ] as const) {
      await expect(router.answer({ ...CALL, part, method })).rejects.toMatchObject({ code: "bad_input" });
    }
  });
});
