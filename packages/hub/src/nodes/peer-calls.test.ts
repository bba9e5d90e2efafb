import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import type { StoreNode } from "../api/nodes.ts";
import { callPeer, listenForPeers, type PeerCall } from "./peer-calls.ts";
import { HubRouter, type RouteOptions, type RoutedParts } from "./route-hub.ts";

const KEY = "the key of this server";

async function openPeer(answer: (call: PeerCall) => Promise<{ readonly value: unknown } | undefined>) {
  const server = await listenForPeers({ host: "127.0.0.1", key: KEY, answer });
  const node = { id: "one", url: server.url, key: KEY } as StoreNode;
  return { server, node };
}

const CALL: PeerCall = { sessionId: "s", part: "sessions", method: "get", args: ["s"] };

describe("a server that others call", () => {
  it("answers nobody without its key, and nothing that is not a call", async () => {
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
