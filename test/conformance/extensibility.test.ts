// Extensions and `_meta`, at both ends.
import { toPuppetScript } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { converse, conversePuppet } from "./conversation.ts";
import { rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

const STRANGE = {
  traceparent: 42,
  "example.com/deep": { a: [1, { b: null }] },
  sessionId: false,
  "": "",
  constructor: "x",
};

describe.each(wires)("extensions over %s", (wire) => {
  it("our client calls nothing without an underscore", async () => {
    verifies("EXT-003");
    await using talk = await converse(wire);
    const before = talk.frames.items.length;
    await expect(talk.agent.extRequest("parley/echo" as never)).rejects.toMatchObject({ code: "usage" });
    expect(() => talk.agent.extNotify("parley/echo" as never)).toThrow(/underscore/);
    expect(talk.frames.items).toHaveLength(before);
    expect(await talk.agent.extRequest("_parley/echo", { a: 1 })).toEqual({ a: 1 });
  });

  it("our agent calls nothing without an underscore", async () => {
    verifies("EXT-003");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "ext _parley/ping\ntell _parley/ping");
    const called = talk.sentBy("agent").flatMap(({ method }) => (typeof method === "string" ? [method] : []));
    expect(called.filter((method) => method.includes("ping"))).toEqual(["_parley/ping", "_parley/ping"]);
    expect(JSON.stringify(talk.updates.items)).toContain("pong");
  });

  it("our agent takes anything in _meta", async () => {
    verifies("EXT-002");
    await using client = await rawClient(wire);
    await client.initialize({ _meta: STRANGE });
    const sessionId = await client.newSession({ _meta: STRANGE });
    const prompt = [{ type: "text", text: "say fine", _meta: STRANGE }];
    const answer = await client.ask("p", "session/prompt", { sessionId, prompt, _meta: STRANGE });
    expect(answer).toMatchObject({ result: { stopReason: "end_turn" } });
  });

  it("our client takes anything in _meta, and passes it on as it is", async () => {
    verifies("EXT-002");
    await using talk = await conversePuppet(wire);
    const content = { type: "text", text: "x", _meta: STRANGE };
    const update = { sessionUpdate: "agent_message_chunk", content, _meta: STRANGE };
    const params = { sessionId: "puppet", update, _meta: STRANGE };
    await talk.prompt(
      await talk.newSession(),
      toPuppetScript({ send: { jsonrpc: "2.0", method: "session/update", params } }),
    );
    expect(talk.updates.items).toEqual([params]);
    expect(talk.problems).toEqual([]);
  });
});
