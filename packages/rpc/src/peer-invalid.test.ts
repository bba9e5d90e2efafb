import { describe, expect, it } from "vitest";
import { rejectionOf } from "./testing/peers.ts";
import { settled } from "./testing/queue.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

const invalid = (id: unknown, message: string): unknown => ({ jsonrpc: "2.0", id, error: { code: -32600, message } });

describe("JSON that is no JSON-RPC message", () => {
  it.each([
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "echo" }], null, "Batches are not supported"],
    ["an empty batch", [], null, "Batches are not supported"],
    ["a number", 5, null, "A message must be an object"],
    ["a string", "echo", null, "A message must be an object"],
    ["null", null, null, "A message must be an object"],
    ["another version", { jsonrpc: "1.0", id: 4, method: "echo" }, 4, "Not a JSON-RPC 2.0 message"],
    ["a method that is no string", { jsonrpc: "2.0", id: 5, method: 7 }, 5, "Not a JSON-RPC 2.0 message"],
    [
      "an id that is none",
      { jsonrpc: "2.0", id: {}, method: "echo" },
      null,
      "An id must be a number, a string or null",
    ],
    ["an empty object", {}, null, "Not a JSON-RPC 2.0 message"],
    ["an id and nothing else", { jsonrpc: "2.0", id: 9 }, null, "Not a JSON-RPC 2.0 message"],
  ])("is answered and reported: %s", async (_, value, id, message) => {
    const { say, written, problems, peer } = createRawPeer({ requests: { echo: (params) => params } });
    say({ jsonrpc: "2.0", id: "before", method: "echo" }, value, { jsonrpc: "2.0", id: "after", method: "echo" });
    expect(await written.next()).toMatchObject({ id: "before" });
    expect(await written.next()).toEqual(invalid(id, message));
    expect(await written.next()).toMatchObject({ id: "after" });
    expect(problems).toEqual([{ kind: "invalid_message", value, reason: message }]);
    await peer.close();
  });

  it("is taken without a version", async () => {
    const { say, written, peer } = createRawPeer({ requests: { echo: (params) => params } });
    say({ id: 1, method: "echo", params: "hi" });
    expect(await written.next()).toEqual({ jsonrpc: "2.0", id: 1, result: "hi" });
    await peer.close();
  });
});

describe("odd answers", () => {
  it("with an empty error are results, with an error and a result are errors", async () => {
    const { say, peer } = createRawPeer();
    const first = peer.request("a");
    const second = rejectionOf(peer.request("b"));
    const third = rejectionOf(peer.request("c"));
    say(
      { jsonrpc: "2.0", id: 0, result: { ok: true }, error: null },
      { jsonrpc: "2.0", id: 1, result: null, error: { code: -1, message: "no" } },
      { jsonrpc: "2.0", id: 2, error: "just text" },
    );
    expect(await first).toEqual({ ok: true });
    expect(await second).toMatchObject({ code: -1, message: "no" });
    expect(await third).toMatchObject({ code: -32603, message: "The peer answered with an error", data: "just text" });
    await peer.close();
  });

  it("to no pending request are reported, with their error", async () => {
    const { say, problems, written, peer } = createRawPeer();
    const answer = peer.request("a");
    await written.next();
    say(
      { jsonrpc: "2.0", id: 77, result: 1 },
      { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } },
      { jsonrpc: "2.0", id: 0, result: "first" },
      { jsonrpc: "2.0", id: 0, result: "second" },
      { jsonrpc: "2.0", id: "0", result: "text" },
    );
    expect(await answer).toBe("first");
    await settled();
    expect(problems).toMatchObject([
      { kind: "unmatched_response", id: 77, error: undefined },
      { kind: "unmatched_response", id: null, error: { code: -32700 } },
      { kind: "unmatched_response", id: 0 },
      { kind: "unmatched_response", id: "0" },
    ]);
    expect(written.waiting).toEqual([]);
    await peer.close();
  });

  it("without a result are empty where the caller allows it", async () => {
    const { say, problems, peer } = createRawPeer();
    const answer = peer.request("ask", {}, { mayBeEmpty: true });
    say({ jsonrpc: "2.0", id: 0 });
    expect(await answer).toBeUndefined();
    expect(problems).toEqual([]);
    await peer.close();
  });

  it.each([
    ["of another version", { jsonrpc: "1.0", id: 0, result: 1 }],
    ["without result and error", { jsonrpc: "2.0", id: 0 }],
  ])("%s reject the request instead of leaving it open", async (_, value) => {
    const { say, written, problems, peer } = createRawPeer();
    const rejected = rejectionOf(peer.request("ask"));
    await written.next();
    say(value);
    expect(await rejected).toMatchObject({
      code: "invalid_message",
      message: "The answer to ask cannot be read. Not a JSON-RPC 2.0 message.",
    });
    await settled();
    // An error under id 0 would answer a request that the other side has made.
    expect(written.waiting).toEqual([]);
    expect(problems).toMatchObject([{ kind: "invalid_message" }]);
    await peer.close();
  });
});

describe("an id that is used again before it is answered", () => {
  it("is reported, and both requests are answered and aborted at the end", async () => {
    const signals: AbortSignal[] = [];
    const answers: ((value: string) => void)[] = [];
    const { say, written, problems, peer } = createRawPeer({
      requests: {
        ask: (_, { signal }) => {
          signals.push(signal);
          return new Promise((resolve) => answers.push(resolve));
        },
      },
    });
    const ask = { jsonrpc: "2.0", id: 1, method: "ask" };
    say(ask, ask, ask);
    await settled();
    expect(problems).toEqual([
      { kind: "duplicate_request_id", id: 1, method: "ask" },
      { kind: "duplicate_request_id", id: 1, method: "ask" },
    ]);
    answers[1]?.("second");
    expect(await written.next()).toMatchObject({ id: 1, result: "second" });
    await peer.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, true]);
  });
});
