import { ParleyError } from "@parley/base";
import { describe, expect, it } from "vitest";
import { RpcError } from "./rpc-error.ts";
import { createSide, rejectionOf, transports } from "./testing/peers.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

describe.each(transports)("requests over %s", (_, join) => {
  it("are answered in both directions at once, each with its own", async () => {
    const [left, right] = join();
    const double = (params: unknown): unknown => ({ doubled: Number(params) * 2 });
    const a = createSide(left, { requests: { double } });
    const b = createSide(right, {
      requests: { double: async (params) => double(await b.peer.request("unknown").catch(() => params)) },
    });
    const numbers = Array.from({ length: 50 }, (__, index) => index);
    const expected = numbers.map((number) => ({ doubled: number * 2 }));
    const both = await Promise.all([
      Promise.all(numbers.map((number) => a.peer.request("double", number))),
      Promise.all(numbers.map((number) => b.peer.request("double", number))),
    ]);
    expect(both).toEqual([expected, expected]);
    expect([...a.problems, ...b.problems]).toEqual([]);
    await a.peer.close();
    expect(await b.peer.closed).toBeUndefined();
  });

  it("fail as the other side says, or as unknown", async () => {
    const [left, right] = join();
    const { peer } = createSide(left);
    createSide(right, {
      requests: {
        picky: () => {
          throw RpcError.invalidParams("/path: expected string", { path: 5 });
        },
        own: () => Promise.reject(new RpcError(-32000, "Sign in first", { how: "token" })),
      },
    });
    expect(await rejectionOf(peer.request("nope", {}))).toMatchObject({ code: -32601, data: { method: "nope" } });
    expect(await rejectionOf(peer.request("picky"))).toMatchObject({
      code: -32602,
      message: "Invalid params: /path: expected string",
      data: { path: 5 },
    });
    const own = await rejectionOf(peer.request("own"));
    expect(own).toBeInstanceOf(RpcError);
    expect(own).toMatchObject({ code: -32000, message: "Sign in first", data: { how: "token" } });
    await peer.close();
  });

  it("keep a handler's failure on the side where it happened", async () => {
    const [left, right] = join();
    const { peer } = createSide(left);
    const secret = new Error("password: hunter2");
    const failing = createSide(right, {
      requests: {
        sync: () => {
          throw secret;
        },
        async: () => Promise.reject(secret),
      },
    });
    for (const method of ["sync", "async"]) {
      const error = await rejectionOf(peer.request(method));
      expect(error).toMatchObject({ code: -32603, message: "Internal error", data: undefined });
      expect(JSON.stringify(error)).not.toContain("hunter2");
    }
    expect(failing.problems).toEqual([
      { kind: "handler_failed", method: "sync", cause: secret },
      { kind: "handler_failed", method: "async", cause: secret },
    ]);
    await peer.close();
  });

  it("go to the handler for other methods where there is one", async () => {
    const [left, right] = join();
    const { peer } = createSide(left);
    const seen: unknown[] = [];
    createSide(right, {
      otherRequest: (params, { method, id }) => ({ method, params, id }),
      otherNotification: (method, params) => seen.push([method, params]),
    });
    peer.notify("_other/note", [1]);
    expect(await peer.request("_other/ask", { a: 1 })).toEqual({ method: "_other/ask", params: { a: 1 }, id: 0 });
    expect(seen).toEqual([["_other/note", [1]]]);
    await peer.close();
  });

  it("that cannot be written are refused before they leave, on either side", async () => {
    const [left, right] = join();
    const { peer } = createSide(left);
    const results: Record<string, unknown> = { bigint: 1n, function: () => 1, symbol: Symbol("s"), nothing: undefined };
    const server = createSide(right, {
      requests: {
        get: (name) => results[String(name)],
        data: () => Promise.reject(new RpcError(-32001, "Odd", { size: 1n })),
      },
    });
    const unsendable = await rejectionOf(peer.request("get", { size: 1n }));
    expect(unsendable).toBeInstanceOf(ParleyError);
    expect(unsendable).toMatchObject({ code: "invalid_message", message: "The params of get are not JSON" });
    expect(() => peer.notify("note", { size: 1n })).toThrow(expect.objectContaining({ code: "invalid_message" }));
    for (const name of ["bigint", "function", "symbol"]) {
      const error = await rejectionOf(peer.request("get", name));
      expect(error).toMatchObject({ code: -32603, message: "The result is not JSON" });
    }
    expect(await peer.request("get", "nothing")).toBeNull();
    expect(await rejectionOf(peer.request("data"))).toMatchObject({ code: -32001, message: "Odd", data: undefined });
    expect(server.problems.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => "handler_failed"));
    await peer.close();
  });
});

describe("ids on the wire", () => {
  it("come back as they were, be they integers, strings or null", async () => {
    const { say, written, peer } = createRawPeer({ requests: { echo: (params) => params } });
    const ids = [1, -7, 0, "a", "0", "", null, 1.5];
    say(...ids.map((id, index) => ({ jsonrpc: "2.0", id, method: "echo", params: index })));
    for (const [index, id] of ids.entries())
      expect(await written.next()).toEqual({ jsonrpc: "2.0", id, result: index });
    await peer.close();
  });
});
