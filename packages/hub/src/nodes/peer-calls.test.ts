import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import type { StoreNode } from "../api/nodes.ts";
import { PEER_BODY_BYTES_MAX } from "../node-limits.ts";
import { callPeer, listenForPeers, OwnerUnreachable, type PeerCall } from "./peer-calls.ts";
import { HubRouter, type RouteOptions, type RoutedParts } from "./route-hub.ts";

const KEY = "the key of this server";

async function openPeer(answer: (call: PeerCall) => Promise<{ readonly value: unknown } | undefined>) {
  const server = await listenForPeers({ host: "127.0.0.1", key: KEY, answer });
  const node = { id: "one", url: server.url, key: KEY } as StoreNode;
  return { server, node };
}

const CALL: PeerCall = { sessionId: "s", part: "sessions", method: "get", args: ["s"] };

describe("a server that others call", () => {
  it("refuses requests without its key, and requests that are not calls", async () => {
    const calls: PeerCall[] = [];
    const { server, node } = await openPeer(async (call) => ({ value: calls.push(call) }));
    await using _ = server;
    const send = async (headers: Record<string, string>, body: Uint8Array<ArrayBuffer> | string, method = "POST") =>
      (await fetch(server.url, { method, headers, ...(method === "POST" && { body }) })).status;
    const body = new Uint8Array(serialize(CALL));
    const own = { authorization: `Bearer ${KEY}` };
    expect(await send({}, body)).toBe(401);
    expect(await send({ authorization: "Bearer wrong" }, body)).toBe(401);
    expect(await send(own, "", "GET")).toBe(401);
    expect(await send(own, "{}")).toBe(400);
    expect(calls).toEqual([]);
    expect(await callPeer(node, CALL)).toBe(1);
  });

  it("reads nothing of a caller without its key, and no more than a call may have", async () => {
    const calls: PeerCall[] = [];
    const { server, node } = await openPeer(async (call) => ({ value: calls.push(call) }));
    await using _ = server;
    const { port } = new URL(server.url);
    /** Sends without end, until the connection is closed; the status of the answer. */
    const flood = (authorization: string): Promise<{ readonly status: string; readonly bytes: number }> =>
      new Promise((resolve) => {
        let [status, bytes] = ["", 0];
        const socket = connect(Number(port), "127.0.0.1");
        const chunk = Buffer.alloc(1024 * 1024);
        const more = (): void => {
          while (!socket.destroyed && socket.write(chunk)) bytes += chunk.length;
        };
        socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${authorization}content-length: 999999999999\r\n\r\n`);
        socket.on("drain", more).on("data", (data: Buffer) => (status ||= data.toString().slice(9, 12)));
        socket.on("error", () => undefined).on("close", () => resolve({ status, bytes }));
        more();
      });
    const stranger = await flood("");
    expect(stranger.status === "" || stranger.status === "401").toBe(true);
    expect(stranger.bytes).toBeLessThan(PEER_BODY_BYTES_MAX);
    expect(["", "400"]).toContain((await flood(`authorization: Bearer ${KEY}\r\n`)).status);
    const own = { authorization: `Bearer ${KEY}` };
    for (const odd of [null, 7, "text", {}, { ...CALL, args: "x" }, { ...CALL, sessionId: 1 }, [CALL]]) {
      const body = new Uint8Array(serialize(odd));
      expect((await fetch(server.url, { method: "POST", headers: own, body })).status).toBe(400);
    }
    expect(calls).toEqual([]);
    expect(await callPeer(node, CALL)).toBe(1);
  });

  it("fails the call whose result cannot be sent, and works on", async () => {
    const { server, node } = await openPeer(async ({ args }) => ({ value: args[0] === "s" ? "fine" : () => "code" }));
    await using _ = server;
    await expect(callPeer(node, { ...CALL, args: ["x"] })).rejects.toBeInstanceOf(OwnerUnreachable);
    expect(await callPeer(node, CALL)).toBe("fine");
  });

  it("is not believed if it is another program at the same port, or leads elsewhere", async () => {
    const { server } = await openPeer(async () => ({ value: 1 }));
    await using _ = server;
    const replies: readonly ((response: ServerResponse) => unknown)[] = [
      (response) => response.end("hello"),
      (response) => response.end(serialize({ nothing: "ours" })),
      (response) => response.writeHead(307, { location: server.url }).end(),
      (response) => response.writeHead(500).end(),
    ];
    for (const reply of replies) {
      const stranger = createServer((_request, response) => void reply(response)).listen(0, "127.0.0.1");
      await once(stranger, "listening");
      const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
      await expect(callPeer({ id: "x", url, key: KEY } as StoreNode, CALL)).rejects.toBeInstanceOf(OwnerUnreachable);
      stranger.close();
    }
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
