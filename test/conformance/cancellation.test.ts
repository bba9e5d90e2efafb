// Cancelling single requests, in both directions.
import { toPuppetScript } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { converse, conversePuppet, type ConversationOptions } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("$/cancel_request over %s", (wire) => {
  it("our agent answers a cancelled request, with −32800", async () => {
    verifies("CXL-001", "ERR-003");
    await using client = await rawClient(wire);
    await client.initialize();
    const sessionId = await client.newSession();
    const prompt = [{ type: "text", text: "say started\nwait 600000" }];
    client.send({ jsonrpc: "2.0", id: "p", method: "session/prompt", params: { sessionId, prompt } });
    await client.heard.find("the message", ({ params }) => JSON.stringify(params)?.includes("started") ?? false);
    client.send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: "p" } });
    expect(codeOf(await client.answerTo("p"))).toBe(-32800);
    client.send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: "p" } });
    expect(await client.ask("fence", "_parley/echo", {})).toMatchObject({ result: {} });
  });

  it("our client answers a cancelled request, with −32800 or with what it has", async () => {
    verifies("CXL-002", "ERR-003");
    const obedient: ConversationOptions["permit"] = (_params, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("Aborted"))));
    const stubborn: ConversationOptions["permit"] = (_params, signal) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ outcome: { outcome: "selected", optionId: "late" } })),
      );
    const answers = [];
    for (const permit of [obedient, stubborn]) {
      await using talk = await conversePuppet(wire, { permit });
      const params = { sessionId: "puppet", toolCall: { toolCallId: "t" }, options: [] };
      const script = toPuppetScript(
        { send: { jsonrpc: "2.0", id: "q", method: "session/request_permission", params } },
        { send: { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: "q" } } },
        { ask: { id: "fence", method: "_parley/ping" } },
      );
      await talk.prompt(await talk.newSession(), script);
      const findAnswer = () => talk.sentBy("client").find(({ id, method }) => id === "q" && method === undefined);
      await expect.poll(findAnswer).toBeDefined();
      answers.push(findAnswer());
    }
    expect(answers).toMatchObject([
      { error: { code: -32800 } },
      { result: { outcome: { outcome: "selected", optionId: "late" } } },
    ]);
  });

  it("our client's signal becomes $/cancel_request, and the answer still counts", async () => {
    verifies("CXL-001");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    const abort = new AbortController();
    const params = { sessionId, prompt: [{ type: "text" as const, text: "say started\nwait 600000" }] };
    const prompted = talk.agent.request("session/prompt", params, { signal: abort.signal });
    await talk.updates.find("the message", ({ update }) => JSON.stringify(update).includes("started"));
    abort.abort();
    await expect(prompted).rejects.toMatchObject({ code: -32800 });
    expect(talk.sentBy("client", "$/cancel_request")).toHaveLength(1);
  });
});
