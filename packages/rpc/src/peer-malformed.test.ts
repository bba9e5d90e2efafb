import { describe, expect, it } from "vitest";
import { rejectionOf } from "./testing/peers.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

const limits = { lineBytesMax: 200 };
const long = "x".repeat(300);
const requests = { echo: (params: unknown): unknown => params };
const ping = { jsonrpc: "2.0", id: "ping", method: "echo", params: 1 };
const pong = { jsonrpc: "2.0", id: "ping", result: 1 };

describe("text that is not JSON", () => {
  it.each(["{", "hello", '{"jsonrpc":"2.0",}', "\u0000", "NaN"])("is answered by an agent: %j", async (text) => {
    const { input, say, written, problems, peer } = createRawPeer({ requests, answerMalformed: true });
    input.write(`${text}\n`);
    say(ping);
    expect(await written.next()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: "Parse error: not JSON" },
    });
    expect(await written.next()).toEqual(pong);
    expect(problems).toMatchObject([{ kind: "malformed", input: { kind: "not_json", head: text } }]);
    await peer.close();
  });

  it("is only reported by a client, with its beginning", async () => {
    const { input, say, written, problems, peer } = createRawPeer({ requests });
    const text = `npm warn ${"é".repeat(5_000)}`;
    input.write(`${text}\r\n`);
    say(ping);
    expect(await written.next()).toEqual(pong);
    const bytes = Buffer.byteLength(text) + 1;
    expect(problems).toEqual([
      { kind: "malformed", input: { kind: "not_json", head: text.slice(0, 4_096), tail: "", bytes } },
    ]);
    await peer.close();
  });
});

describe("a message that is nested too deeply", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

  it("is answered with its id, or rejects the request it answers, and what follows is read", async () => {
    const { input, say, written, problems, peer } = createRawPeer({ requests });
    const asked = rejectionOf(peer.request("deep"));
    expect(await written.next()).toMatchObject({ id: 0 });
    input.write(`{"jsonrpc":"2.0","id":"q","method":"echo","params":${deep}}\n`);
    input.write(`{"jsonrpc":"2.0","id":0,"result":${deep}}\n`);
    say(ping);
    const message = "The message is nested deeper than 1000 levels";
    expect(await written.next()).toMatchObject({ id: "q", error: { code: -32600, data: { nestingMax: 1_000 } } });
    expect(await asked).toMatchObject({
      code: "message_too_large",
      message: expect.stringContaining(message) as string,
    });
    expect(await written.next()).toEqual(pong);
    expect(problems.map(({ kind }) => kind)).toEqual(["malformed", "malformed"]);
    await peer.close();
  });
});

describe("a message over the limit", () => {
  it("that is a response rejects its request, and no other", async () => {
    const { say, written, problems, peer } = createRawPeer({ limits, requests });
    const first = rejectionOf(peer.request("big"));
    const second = peer.request("small");
    const answer = { jsonrpc: "2.0", id: 0, result: long };
    const { length: bytes } = JSON.stringify(answer);
    say(answer, { jsonrpc: "2.0", id: 1, result: "fine" }, ping);
    expect(await first).toMatchObject({
      code: "message_too_large",
      message: `The answer to big cannot be read. The message has ${bytes} bytes; the limit is 200.`,
    });
    expect(await second).toBe("fine");
    await written.next();
    await written.next();
    expect(await written.next()).toEqual(pong);
    expect(problems).toMatchObject([{ kind: "malformed", input: { kind: "too_large", bytes } }]);
    await peer.close();
  });

  it("that is a response with its id at the end rejects its request too", async () => {
    const { say, peer } = createRawPeer({ limits });
    const rejected = rejectionOf(peer.request("big"));
    say({ result: long, id: 0 });
    expect(await rejected).toMatchObject({ code: "message_too_large" });
    await peer.close();
  });

  it("that is a request gets an error", async () => {
    const { say, written, peer } = createRawPeer({ limits, requests });
    say({ jsonrpc: "2.0", id: "q", method: "echo", params: long }, ping);
    expect(await written.next()).toMatchObject({ id: "q", error: { code: -32600, data: { lineBytesMax: 200 } } });
    expect(await written.next()).toEqual(pong);
    await peer.close();
  });

  it.each([
    ["a notification", JSON.stringify({ jsonrpc: "2.0", method: "echo", params: long })],
    ["not to be known", long],
    ["the answer to nothing", JSON.stringify({ jsonrpc: "2.0", id: 99, result: long })],
  ])("that is %s is skipped and reported", async (_, text) => {
    const { input, say, written, problems, peer } = createRawPeer({ limits, requests });
    input.write(`${text}\n`);
    say(ping);
    expect(await written.next()).toEqual(pong);
    expect(problems).toMatchObject([{ kind: "malformed", input: { kind: "too_large", bytes: text.length } }]);
    await peer.close();
  });

  it("that cannot be answered by id is answered by an agent without one", async () => {
    const { input, written, peer } = createRawPeer({ limits, answerMalformed: true });
    input.write(`${long}\n`);
    expect(await written.next()).toMatchObject({ id: null, error: { code: -32600 } });
    await peer.close();
  });
});
