import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullTextOf, imagesOf, resultsOf, startStubModel, stubScript, type StubModel } from "./stub-model.ts";
import { ask, bodies, paths, post, askStream } from "./testing/ask-model.ts";
import type { WireName } from "./wires/wire.ts";

const WIRES: readonly WireName[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];
let model: StubModel;
beforeAll(async () => {
  model = await startStubModel();
});
afterAll(() => model.close());

/** The conversation of the newest request. */
const newest = () => {
  const conversation = model.requests.at(-1)?.conversation;
  if (conversation === undefined) throw new Error("there was no request");
  return conversation;
};

describe.each(WIRES)("on the wire %s", (wire) => {
  it("reads system, prompt and tools", async () => {
    await ask(model, wire, stubScript("say hello"));
    const { system, messages, tools } = newest();
    expect(system).toBe("be good");
    expect(messages).toEqual([{ role: "user", parts: [{ type: "text", text: stubScript("say hello") }] }]);
    expect(tools.map(({ name }) => name)).toEqual(["read_file"]);
    expect(model.requests.at(-1)).toMatchObject({ wire, isSide: false, status: 200 });
  });

  it("answers 429 once with the time to wait, then succeeds", async () => {
    const prompt = stubScript("status 429 7", `say ${wire} at last`);
    const first = await post(model, paths[wire](false), bodies[wire](prompt, false));
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(JSON.stringify(await first.json())).toMatch(/says to answer 429/);
    const second = await post(model, paths[wire](false), bodies[wire](prompt, false));
    expect(second.status).toBe(200);
    expect(await second.text()).toContain(`${wire} at last`);
  });

  it("stops streaming when nobody listens any more", async () => {
    const controller = new AbortController();
    const response = await post(
      model,
      paths[wire](true),
      bodies[wire](stubScript("slow 5 60000"), true),
      controller.signal,
    );
    expect(response.status).toBe(200);
    controller.abort();
    await expect(response.text()).rejects.toThrow(/abort/i);
  });

  it("cuts the connection where the script says so", async () => {
    const response = await post(model, paths[wire](true), bodies[wire](stubScript("say half", "drop"), true));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const readAll = async () => {
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) text += piece.value;
    };
    await expect(readAll()).rejects.toThrow(/terminated/);
    expect(text).toMatch(/"f"/);
    await expect(ask(model, wire, stubScript("drop"))).rejects.toThrow(/terminated|failed/);
  });

  it("tells an error in the middle of a stream", async () => {
    const events = await askStream(model, wire, stubScript("say half", "fail out of luck"));
    expect(JSON.stringify(events.at(-1))).toContain("out of luck");
    const whole = await post(model, paths[wire](false), bodies[wire](stubScript("fail out of luck"), false));
    expect([whole.status, JSON.stringify(await whole.json())]).toEqual([500, expect.stringContaining("out of luck")]);
  });

  it("refuses what is no request", async () => {
    const path = paths[wire](false);
    for (const body of [
      "{",
      "[]",
      "{}",
      JSON.stringify({ ...bodies[wire]("x", false), contents: 1, messages: 1, input: 1 }),
    ]) {
      const response = await post(model, path, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toHaveProperty("error");
    }
    expect((await fetch(`${model.url}${path}`)).status).toBe(405);
    expect(model.requests.at(-1)).toMatchObject({ status: 400, conversation: undefined });
  });

  it("names the line of a script that it cannot read", async () => {
    const response = await post(model, paths[wire](true), bodies[wire](stubScript("dance"), true));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(String.raw`unknown verb \"dance\"`);
  });

  it("gives a harmless answer to what agents ask on the side", async () => {
    const { tools: _, ...body } = bodies[wire](`Generate a title for this:\n${stubScript("read x", "say y")}`, false);
    const response = await post(model, paths[wire](false), body);
    expect(await response.text()).toContain("Stub");
    expect(model.requests.at(-1)).toMatchObject({ isSide: true, status: 200 });
  });

  it("says so when there is no script, or no tool that fits", async () => {
    expect(JSON.stringify(await ask(model, wire, "hello"))).toContain("the prompt had no script");
    expect(JSON.stringify(await ask(model, wire, stubScript("run ls")))).toContain("no tool fits");
  });
});

describe("the stub model", () => {
  it("goes on with its script when the results come, and can repeat them", async () => {
    const prompt = stubScript("read a.txt", "read b.txt", "then", "read c.txt", "echo result", "say over");
    const body = bodies["openai-chat"](prompt, false);
    const messages = body["messages"] as unknown[];
    const talk = async () => {
      const response = await post(model, "/chat/completions", body);
      const { choices } = (await response.json()) as { choices: { message: { tool_calls?: { id: string }[] } }[] };
      const message = choices[0]?.message;
      messages.push(message);
      for (const { id } of message?.tool_calls ?? []) {
        messages.push({ role: "tool", tool_call_id: id, content: `result of ${id}` });
      }
      return message;
    };
    const first = await talk();
    expect(first?.tool_calls).toHaveLength(2);
    expect((await talk())?.tool_calls).toHaveLength(1);
    expect(resultsOf(newest())).toHaveLength(2);
    expect(JSON.stringify(await talk())).toContain("result of call_s1_");
    messages.push({ role: "user", content: "and now?" });
    expect(JSON.stringify(await talk())).toContain("the script is over");
  });

  it("knows its step by the ids of its calls, however an agent spreads them", async () => {
    const call = (id: string) => ({ id, type: "function", function: { name: "read_file", arguments: "{}" } });
    const prompt = stubScript("read a.txt", "read b.txt", "say second answer");
    const body = bodies["openai-chat"](prompt, false);
    (body["messages"] as unknown[]).push(
      { role: "assistant", content: null, tool_calls: [call("call_s0_1")] },
      { role: "tool", tool_call_id: "call_s0_1", content: "a" },
      { role: "assistant", content: null, tool_calls: [call("call_s0_2")] },
      { role: "tool", tool_call_id: "call_s0_2", content: "b" },
    );
    expect(await (await post(model, "/v1/chat/completions", body)).text()).toContain("second answer");
  });

  it("refuses calls without results, and results without calls", async () => {
    const call = { id: "c1", type: "function", function: { name: "read_file", arguments: "{}" } };
    const send = async (...more: unknown[]) => {
      const body = bodies["openai-chat"]("x", false);
      (body["messages"] as unknown[]).push(...more);
      const response = await post(model, "/v1/chat/completions", body);
      return [response.status, await response.text()];
    };
    const called = { role: "assistant", content: null, tool_calls: [call] };
    expect(await send(called)).toEqual([400, expect.stringContaining("without a result: c1")]);
    expect(await send(called, { role: "user", content: "y" }, { role: "assistant", content: "z" })).toEqual([
      400,
      expect.stringContaining("without a result: c1"),
    ]);
    expect(await send({ role: "tool", tool_call_id: "c2", content: "" })).toEqual([
      400,
      expect.stringContaining("c2 has no call"),
    ]);
  });

  it("answers with JSON where a schema is asked for", async () => {
    const schema = { type: "object", properties: { isNewTopic: { type: "boolean" } }, required: ["isNewTopic"] };
    const format = { type: "json_schema", json_schema: { name: "topic", schema } };
    const response = await post(model, "/v1/chat/completions", {
      ...bodies["openai-chat"](stubScript("say x"), false),
      response_format: format,
    });
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ isNewTopic: false });
  });

  it("keeps images and results apart from texts", async () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const body = bodies["anthropic"]("x", false);
    body["messages"] = [
      { role: "user", content: [{ type: "text", text: "look" }, image] },
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "read_file", input: { path: "p" } }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "seen" }, image] }],
      },
    ];
    await post(model, "/v1/messages", body);
    expect(imagesOf(newest())).toEqual([{ type: "image", mimeType: "image/png", data: "AAAA" }]);
    expect(resultsOf(newest())).toEqual([{ type: "result", callId: "t1", text: "seen", images: 1 }]);
    expect(fullTextOf(newest())).toContain(`{"path":"p"}`);
  });

  it("counts tokens and lists models as each provider does", async () => {
    const counted = await post(model, "/v1/messages/count_tokens", bodies["anthropic"]("x".repeat(400), false));
    expect(await counted.json()).toEqual({ input_tokens: 102 });
    const gemini = await post(model, "/v1beta/models/m:countTokens", {
      generateContentRequest: bodies["gemini"]("x".repeat(400), false),
    });
    expect(await gemini.json()).toEqual({ totalTokens: 102 });
    const get = async (path: string, headers = {}) => (await fetch(`${model.url}${path}`, { headers })).json();
    expect(await get("/v1/models")).toMatchObject({ object: "list", data: [{ id: "stub-model", object: "model" }] });
    expect(await get("/v1/models", { "anthropic-version": "2023-06-01" })).toMatchObject({ data: [{ type: "model" }] });
    expect(await get("/v1beta/models")).toMatchObject({ models: [{ name: "models/stub-model" }] });
    expect(await get("/v1beta/models/x")).toMatchObject({ name: "models/x" });
    expect(await get("/v1/other")).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("unpacks bodies, and refuses what it cannot unpack", async () => {
    const send = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
      fetch(`${model.url}/v1/messages`, { method: "POST", headers: { "content-encoding": encoding }, body });
    const body = Buffer.from(JSON.stringify(bodies["anthropic"](stubScript("say packed"), false)));
    expect(await (await send(gzipSync(body), "gzip")).text()).toContain("packed");
    expect((await send(body, "zstd")).status).toBe(415);
  });

  it("lets a test wait for a request", async () => {
    const waiting = model.waitFor("the one", ({ conversation }) => conversation?.model === "the-one");
    await post(model, "/v1/messages", { ...bodies["anthropic"](stubScript("say x"), false), model: "the-one" });
    expect((await waiting).path).toBe("/v1/messages");
  });
});
