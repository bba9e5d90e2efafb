// JSON-RPC 2.0 at both ends: our agent against a raw client, our client against an agent that does what it is told.
import { baselineAgent, openAgentLink, type Frame, type PuppetStep, toPuppetScript } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { converseOver, conversePuppet, type Conversation } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

const IDS = ["", "a/b", 0, -7, 1.5, 2 ** 53, null];

describe.each(wires)("JSON-RPC of our agent over %s", (wire) => {
  it("answers with the very id of the request", async () => {
    verifies("RPC-003", "EXT-004");
    await using client = await rawClient(wire);
    for (const id of IDS) expect(await client.ask(id, "_parley/echo", { id })).toMatchObject({ id, result: { id } });
  });

  it("never answers a notification, whatever is wrong with it", async () => {
    verifies("RPC-004", "EXT-006");
    await using client = await rawClient(wire);
    await client.initialize();
    client.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "nobody" } });
    client.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: 42 } });
    client.send({ jsonrpc: "2.0", method: "session/prompt", params: {} });
    client.send({ jsonrpc: "2.0", method: "_x/unknown" });
    client.send({ jsonrpc: "2.0", method: "no/such/thing" });
    await client.ask("fence", "_parley/echo", {});
    expect(client.heard.items.map(({ id }) => id)).toEqual(["init", "fence"]);
  });

  it("tells apart what is no request, no method and no params", async () => {
    verifies("RPC-006", "RPC-008", "RPC-009", "RPC-010", "EXT-005");
    await using client = await rawClient(wire);
    await client.initialize();
    const prompt = { sessionId: "s", prompt: [{ type: "text", text: 7 }] };
    expect(await client.ask("a", "no/such/method", {})).toMatchObject({ error: { code: -32601 } });
    expect(await client.ask("b", "_x/no-such-extension", {})).toMatchObject({ error: { code: -32601 } });
    expect(await client.ask("c", "session/update", {})).toMatchObject({ error: { code: -32601 } });
    expect(await client.ask("d", "session/prompt", prompt)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("prompt.0.text") },
    });
    expect(await client.ask("e", "session/new")).toMatchObject({ error: { code: -32602 } });
    client.send({ jsonrpc: "1.0", id: "f", method: "initialize", params: {} });
    expect(codeOf(await client.answerTo("f"))).toBe(-32600);
    client.send({ jsonrpc: "2.0", id: "g", method: 7 });
    expect(codeOf(await client.answerTo("g"))).toBe(-32600);
  });

  it("answers with id null where there is no id to be read", async () => {
    verifies("RPC-012", "RPC-008");
    await using client = await rawClient(wire);
    const request = { jsonrpc: "2.0", method: "_parley/echo", params: {} };
    const wrong = [[{ ...request, id: 1 }, request], 42, "text", {}, { ...request, id: {} }, { ...request, id: true }];
    for (const frame of wrong) client.send(frame);
    await client.ask("fence", "_parley/echo", {});
    const errors = client.heard.items.slice(0, -1);
    expect(errors).toHaveLength(wrong.length);
    for (const error of errors) expect(error).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it("tells nothing about the inside when a handler fails", async () => {
    verifies("RPC-011");
    const link = await openAgentLink(wire, baselineAgent, {});
    await using talk = converseOver(link.transport, link);
    await talk.initialize();
    const sessionId = await talk.newSession();
    await expect(talk.prompt(sessionId, "crash")).rejects.toMatchObject({ code: -32603, message: "Internal error" });
    expect(JSON.stringify(talk.frames.items)).not.toContain("swordfish");
    expect(await talk.prompt(sessionId, "go on")).toEqual({ stopReason: "end_turn" });
  });
});

describe.each(wires)("JSON-RPC of our client over %s", (wire) => {
  it("answers with the very id of the request", async () => {
    verifies("RPC-003", "EXT-004");
    await using talk = await conversePuppet(wire);
    await play(talk, ...IDS.map((id) => ({ ask: { id, method: "_parley/ping" } })));
    expect(answersOf(talk)).toEqual(IDS.map((id) => ({ jsonrpc: "2.0", id, result: { pong: true } })));
  });

  it("never answers a notification, whatever is wrong with it", async () => {
    verifies("RPC-004", "EXT-006");
    await using talk = await conversePuppet(wire);
    const wrong = [
      { method: "session/update", params: { sessionId: 42 } },
      { method: "session/request_permission", params: {} },
      { method: "_x/unknown" },
      { method: "no/such/thing" },
    ];
    await play(talk, ...wrong.map((frame) => ({ send: { jsonrpc: "2.0", ...frame } })));
    expect(answersOf(talk)).toEqual([]);
  });

  it("tells apart what is no request, no method and no params", async () => {
    verifies("RPC-006", "RPC-008", "RPC-009", "RPC-010", "RPC-012", "EXT-005");
    await using talk = await conversePuppet(wire);
    await play(
      talk,
      { ask: { id: "a", method: "no/such/method" } },
      { ask: { id: "b", method: "_x/no-such-extension" } },
      { ask: { id: "c", method: "session/prompt" } },
      { ask: { id: "d", method: "fs/read_text_file", params: { sessionId: "s", path: 7 } } },
      { send: { jsonrpc: "1.0", id: "e", method: "_parley/ping" } },
      { send: [{ jsonrpc: "2.0", id: "f", method: "_parley/ping" }] },
    );
    expect(answersOf(talk).map((answer) => [answer["id"], codeOf(answer)])).toEqual([
      ["a", -32601],
      ["b", -32601],
      ["c", -32601],
      ["d", -32602],
      ["e", -32600],
      [null, -32600],
    ]);
  });

  it("tells nothing about the inside when a handler fails", async () => {
    verifies("RPC-011");
    const permit = (): never => {
      throw new Error("The password is swordfish");
    };
    await using talk = await conversePuppet(wire, { permit });
    const params = { sessionId: "puppet", toolCall: { toolCallId: "t" }, options: [] };
    await play(talk, { ask: { id: "a", method: "session/request_permission", params } });
    expect(answersOf(talk)).toEqual([{ jsonrpc: "2.0", id: "a", error: { code: -32603, message: "Internal error" } }]);
  });
});

async function play(talk: Conversation, ...steps: readonly PuppetStep[]): Promise<void> {
  await talk.prompt(await talk.newSession(), toPuppetScript(...steps));
}

function answersOf(talk: Conversation): Frame[] {
  return talk.sentBy("client").filter(({ method }) => method === undefined);
}
