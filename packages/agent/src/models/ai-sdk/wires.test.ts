// Every wire against the stub model server: what is said arrives there, what it says arrives here.
import { imagesOf, resultsOf, startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Message } from "../message.ts";
import { gather, only, open, readTool, request, testEnvironment, textOf, user } from "../testing/ask.ts";
import { variablesFor, WIRES } from "../testing/wires.ts";

/** The smallest image there is: one transparent pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let stub: StubModel;
beforeAll(async () => {
  stub = await startStubModel();
});
afterAll(() => stub.close());

describe.each(WIRES)("%s", (wire) => {
  const openStub = () => open(`${wire}/stub-model`, testEnvironment(variablesFor(wire, stub.url)));

  it("streams text, then its end, then the finish with the usage", async () => {
    const events = await gather(await openStub(), request(stubScript("say Hello, wire", "usage 11 22")));
    expect(textOf(events)).toBe("Hello, wire");
    expect(only(events, "text").length).toBeGreaterThan(1);
    expect(events.at(-2)?.type).toBe("text_end");
    expect(events.at(-1)).toMatchObject({
      type: "finish",
      reason: "stop",
      usage: { inputTokens: 11, outputTokens: 22 },
    });
    const { conversation } = stub.requests.at(-1) ?? {};
    expect(conversation).toMatchObject({ model: "stub-model", stream: true, system: "Be good." });
    expect(conversation?.tools.map(({ name }) => name)).toEqual(["read_file"]);
  });

  it("tells thoughts from text, and ends them before it", async () => {
    const events = await gather(await openStub(), request(stubScript("think why not", "say ok")));
    expect(textOf(events, "thought")).toBe("why not");
    expect(textOf(events)).toBe("ok");
    const types = events.map(({ type }) => type);
    expect(types.indexOf("thought_end")).toBeGreaterThan(types.lastIndexOf("thought"));
    expect(types.indexOf("thought_end")).toBeLessThan(types.indexOf("text"));
  });

  it("calls tools in parallel, and takes their results back with thoughts and text", async () => {
    const model = await openStub();
    const script = stubScript("think first", "say reading", "read a.txt", "read b.txt", "echo result");
    const first = await gather(model, request(script));
    const calls = only(first, "tool_call");
    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      ["read_file", { path: "a.txt" }],
      ["read_file", { path: "b.txt" }],
    ]);
    expect(first.at(-1)).toMatchObject({ type: "finish", reason: "tool_calls" });
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(2);
    const thoughtEnd = only(first, "thought_end")[0];
    const textEnd = only(first, "text_end")[0];
    const answer: Message = {
      role: "assistant",
      parts: [
        { type: "thought", text: "first", provider: thoughtEnd?.provider },
        { type: "text", text: "reading", provider: textEnd?.provider },
        ...calls,
      ],
    };
    const results: Message = {
      role: "tool",
      results: calls.map(({ callId, name }, at) => ({
        callId,
        name,
        isError: at === 1,
        parts: [{ type: "text", text: `content ${at}` }],
      })),
    };
    const second = await gather(model, request([user(script), answer, results]));
    expect(textOf(second)).toContain("content 0");
    expect(textOf(second)).toContain("content 1");
    expect(second.at(-1)).toMatchObject({ type: "finish", reason: "stop" });
    const sent = stub.requests.at(-1)?.conversation;
    const parts = sent?.messages.flatMap((message) => message.parts) ?? [];
    // OpenAI takes only sealed thoughts back, and the stub seals none.
    expect(parts.some(({ type }) => type === "thought")).toBe(wire !== "openai");
    expect(parts.filter(({ type }) => type === "call")).toHaveLength(2);
  });

  it("sends images, also those that a tool gave", async () => {
    const model = await openStub();
    const script = stubScript("say seen", "read a.png", "say seen again");
    const asked: Message = {
      role: "user",
      parts: [
        { type: "text", text: script },
        { type: "image", mimeType: "image/png", data: PIXEL },
      ],
    };
    const [call] = only(await gather(model, request([asked])), "tool_call");
    expect(imagesOf(stub.requests.at(-1)!.conversation!)).toEqual([
      { type: "image", mimeType: "image/png", data: PIXEL },
    ]);
    const result = {
      callId: call!.callId,
      name: "read_file",
      isError: false,
      parts: [
        { type: "text" as const, text: "a picture" },
        { type: "image" as const, mimeType: "image/png", data: PIXEL },
      ],
    };
    await gather(model, request([asked, { role: "assistant", parts: [call!] }, { role: "tool", results: [result] }]));
    const { body, conversation } = stub.requests.at(-1)!;
    expect(JSON.stringify(body).split(PIXEL)).toHaveLength(3);
    expect(resultsOf(conversation!)[0]?.text).toContain("a picture");
  });

  it("describes an image that the model cannot see", async () => {
    const id = `${wire}/stub-model`;
    const overrides = () => Promise.resolve({ [id]: { takesImages: false } });
    const model = await open(id, testEnvironment(variablesFor(wire, stub.url), { overrides }));
    const parts = [
      { type: "text" as const, text: stubScript("say ok") },
      { type: "image" as const, mimeType: "image/png", data: PIXEL },
      { type: "file" as const, mimeType: "text/csv", name: "t.csv", data: Buffer.from("a,b").toString("base64") },
      { type: "file" as const, mimeType: "application/zip", name: "t.zip", data: "AAAA" },
    ];
    expect(textOf(await gather(model, request([{ role: "user", parts }])))).toBe("ok");
    const sent = JSON.stringify(stub.requests.at(-1)?.body);
    expect(sent).not.toContain(PIXEL);
    expect(sent).toContain("this model does not support images");
    expect(sent).toContain("a,b");
    expect(sent).toContain("t.zip (application/zip) omitted: this model cannot read it");
  });

  it("says exactly why an answer ended", async () => {
    const model = await openStub();
    const cut = await gather(model, request(stubScript("say half", "max_tokens")));
    expect(cut.at(-1)).toMatchObject({ type: "finish", reason: "max_tokens" });
    expect(textOf(cut)).toBe("half");
    const refused = await gather(model, request(stubScript("say no", "refuse")));
    expect(refused.at(-1)).toMatchObject({ type: "finish", reason: "refusal" });
  });

  it("passes the limit of the answer on", async () => {
    await gather(await openStub(), request(stubScript("say ok"), { outputTokensMax: 1_234 }));
    expect(stub.requests.at(-1)?.conversation?.outputTokensMax).toBe(1_234);
  });

  it("works without tools and without a system text", async () => {
    const events = await gather(await openStub(), request(stubScript("say plain"), { system: "", tools: [] }));
    expect(textOf(events)).toBe("plain");
    expect(stub.requests.at(-1)?.conversation).toMatchObject({ system: "", tools: [] });
  });
});

it.each(["openai-compatible", "openai", "anthropic"] as const)(
  "%s hands on a call whose input is no JSON as text, and takes it back",
  async (wire) => {
    const script = stubScript(`call ${readTool.name} {"path": tru`);
    const model = await open(`${wire}/stub-model`, testEnvironment(variablesFor(wire, stub.url)));
    const events = await gather(model, request(script));
    const [call] = only(events, "tool_call");
    expect(call).toMatchObject({ name: "read_file", input: `{"path": tru` });
    expect(events.at(-1)).toMatchObject({ type: "finish", reason: "tool_calls" });
    const result = { callId: call!.callId, name: "read_file", isError: true, parts: [] };
    const more = await gather(
      model,
      request([user(script), { role: "assistant", parts: [call!] }, { role: "tool", results: [result] }]),
    );
    expect(more.at(-1)).toMatchObject({ type: "finish" });
  },
);
