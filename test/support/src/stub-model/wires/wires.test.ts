// Each wire's stream, event by event: clients of real providers depend on the order.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStubModel, stubScript, type StubModel } from "../stub-model.ts";
import { ask, bodies, post, askStream, type Event } from "../testing/ask-model.ts";

let model: StubModel;
beforeAll(async () => {
  model = await startStubModel();
});
afterAll(() => model.close());

const SCRIPT = stubScript("think why", "say ok", "read a.txt", "usage 11 22");
const names = (events: readonly Event[]) => events.map(({ event }) => event);
const fields = (events: readonly Event[]) => events.map(({ data }) => data as Record<string, unknown>);

/** Runs of the same name are one: how a text is cut into pieces is not the point. */
const squash = (list: readonly unknown[]) => list.filter((name, at) => name !== list[at - 1]);

describe("openai-chat", () => {
  it("streams chunks, the finish, the usage and [DONE]", async () => {
    const events = await askStream(model, "openai-chat", SCRIPT);
    expect(events.at(-1)?.data).toBe("[DONE]");
    const chunks = events.slice(0, -1).map(({ data }) => data as ChatChunk);
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(deltas[0]).toEqual({ role: "assistant", content: "" });
    expect(deltas.map(({ reasoning_content }) => reasoning_content ?? "").join("")).toBe("why");
    expect(deltas.map(({ content }) => content ?? "").join("")).toBe("ok");
    const calls = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
    expect(calls[0]).toMatchObject({
      index: 0,
      id: expect.stringMatching(/^call_s0_/),
      function: { name: "read_file" },
    });
    expect(calls.map((call) => call.function.arguments).join("")).toBe(`{"path":"a.txt"}`);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("tool_calls");
    expect(chunks.at(-1)).toMatchObject({
      object: "chat.completion.chunk",
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 22, total_tokens: 33 },
    });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it("answers in one piece", async () => {
    expect(await ask(model, "openai-chat", SCRIPT)).toMatchObject({
      object: "chat.completion",
      choices: [
        { message: { role: "assistant", content: "ok", reasoning_content: "why" }, finish_reason: "tool_calls" },
      ],
    });
    expect(await ask(model, "openai-chat", stubScript("say x", "max_tokens"))).toMatchObject({
      choices: [{ finish_reason: "length" }],
    });
    expect(await ask(model, "openai-chat", stubScript("refuse"))).toMatchObject({
      choices: [{ finish_reason: "content_filter" }],
    });
  });
});

interface ChatChunk {
  readonly id: string;
  readonly choices: {
    readonly delta: {
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: { readonly function: { readonly arguments: string } }[];
    };
    readonly finish_reason: string | null;
  }[];
}

describe("openai-responses", () => {
  it("streams numbered events, item by item", async () => {
    const events = await askStream(model, "openai-responses", SCRIPT);
    expect(squash(names(events))).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.delta",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(fields(events).map(({ sequence_number: number }) => number)).toEqual([...events.keys()]);
    expect(names(events)).toEqual(fields(events).map(({ type }) => type));
    const indexes = fields(events).flatMap(({ output_index: index }) => (index === undefined ? [] : [index]));
    expect(squash(indexes)).toEqual([0, 1, 2]);
    expect(fields(events).at(-1)?.["response"]).toMatchObject({
      status: "completed",
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "why" }] },
        { type: "message", content: [{ type: "output_text", text: "ok" }] },
        { type: "function_call", name: "read_file", arguments: `{"path":"a.txt"}` },
      ],
      usage: { input_tokens: 11, output_tokens: 22 },
    });
  });

  it("streams the plain text of a custom tool", async () => {
    const body = bodies["openai-responses"](stubScript("write a.txt hello"), true);
    body["tools"] = [{ type: "custom", name: "apply_patch", format: { type: "grammar" } }];
    const text = await (await post(model, "/v1/responses", body)).text();
    expect(text).toContain("event: response.custom_tool_call_input.delta");
    expect(text).toContain(`"type":"custom_tool_call"`);
    expect(text).toContain(String.raw`*** Add File: a.txt\n+hello`);
  });

  it("calls a tool of a group by its group", async () => {
    const body = bodies["openai-responses"](stubScript("mcp add {}"), false);
    const tools = [{ type: "function", name: "add", parameters: {} }];
    body["tools"] = [{ type: "namespace", name: "mcp__tiny", tools }, { type: "web_search" }];
    expect(await (await post(model, "/v1/responses", body)).json()).toMatchObject({
      output: [{ type: "function_call", name: "add", namespace: "mcp__tiny", arguments: "{}" }],
    });
  });

  it("tells that an answer was cut off, and takes a bare string", async () => {
    const body = { model: "m", input: stubScript("say x", "max_tokens") };
    expect(await (await post(model, "/v1/responses", body)).json()).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    });
    expect(await ask(model, "openai-responses", stubScript("refuse"))).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "content_filter" },
    });
    const events = await askStream(model, "openai-responses", stubScript("say x", "max_tokens"));
    expect(names(events).at(-1)).toBe("response.incomplete");
  });
});

describe("anthropic", () => {
  it("streams blocks between the message's start and stop", async () => {
    const events = await askStream(model, "anthropic", SCRIPT);
    expect(squash(names(events))).toEqual([
      "message_start",
      "ping",
      ...[0, 1, 2].flatMap(() => ["content_block_start", "content_block_delta", "content_block_stop"]),
      "message_delta",
      "message_stop",
    ]);
    const deltas = fields(events).flatMap(({ delta }) =>
      delta === undefined ? [] : [delta as Record<string, string>],
    );
    expect(squash(deltas.map(({ type }) => type))).toEqual([
      "thinking_delta",
      "signature_delta",
      "text_delta",
      "input_json_delta",
      undefined,
    ]);
    expect(deltas.map(({ partial_json: json = "" }) => json).join("")).toBe(`{"path":"a.txt"}`);
    expect(fields(events).at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" }, usage: { output_tokens: 22 } });
    expect(fields(events)[0]).toMatchObject({ message: { role: "assistant", usage: { input_tokens: 11 } } });
  });

  it("answers in one piece", async () => {
    expect(await ask(model, "anthropic", SCRIPT)).toMatchObject({
      type: "message",
      content: [
        { type: "thinking", thinking: "why" },
        { type: "text", text: "ok" },
        { type: "tool_use", name: "read_file", input: { path: "a.txt" } },
      ],
      stop_reason: "tool_use",
    });
    expect(await ask(model, "anthropic", stubScript("say x", "max_tokens"))).toMatchObject({
      stop_reason: "max_tokens",
    });
    expect(await ask(model, "anthropic", stubScript("refuse"))).toMatchObject({ stop_reason: "refusal" });
  });

  it("takes words of the system from between the messages", async () => {
    const body = bodies["anthropic"](stubScript("say x"), false);
    (body["messages"] as unknown[]).push({ role: "system", content: [{ type: "text", text: "be quick" }] });
    await post(model, "/v1/messages", body);
    expect(model.requests.at(-1)?.conversation?.system).toBe("be good\nbe quick");
  });

  it("passes on arguments that are no JSON", async () => {
    const events = await askStream(model, "anthropic", stubScript(`call read_file {"path": tru`));
    expect(JSON.stringify(events)).toContain(String.raw`{\"path\": tru`);
  });
});

describe("gemini", () => {
  it("streams chunks, the last with the finish reason", async () => {
    const chunks = fields(await askStream(model, "gemini", SCRIPT)) as unknown as GeminiChunk[];
    const parts = chunks.flatMap(({ candidates }) => candidates.flatMap(({ content }) => content.parts));
    const join = (isThought: boolean) =>
      parts
        .flatMap(({ text, thought = false }) => (text !== undefined && thought === isThought ? [text] : []))
        .join("");
    expect([join(true), join(false)]).toEqual(["why", "ok"]);
    expect(parts.find(({ functionCall }) => functionCall !== undefined)?.functionCall).toMatchObject({
      name: "read_file",
      args: { path: "a.txt" },
    });
    expect(chunks.map(({ candidates }) => candidates[0]?.finishReason).filter(Boolean)).toEqual(["STOP"]);
    expect(chunks.at(-1)).toMatchObject({ usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 22 } });
  });

  it("streams one JSON array where events are not asked for", async () => {
    const response = await post(model, "/v1beta/models/m:streamGenerateContent", bodies["gemini"](SCRIPT, true));
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toContainEqual(expect.objectContaining({ modelVersion: "m" }));
  });

  it("pairs calls and results by name where there are no ids", async () => {
    const body = bodies["gemini"](stubScript("read a.txt", "echo result"), false);
    (body["contents"] as unknown[]).push(
      { role: "model", parts: [{ functionCall: { name: "read_file", args: {} } }] },
      {
        role: "user",
        parts: [{ functionResponse: { id: "lost", name: "read_file", response: { output: "content of a" } } }],
      },
    );
    expect(await (await post(model, "/v1beta/models/m:generateContent", body)).text()).toContain("content of a");
    const never = { functionResponse: { name: "never_called", response: {} } };
    (body["contents"] as unknown[]).push({ role: "user", parts: [never] });
    expect((await post(model, "/v1beta/models/m:generateContent", body)).status).toBe(400);
    expect(await ask(model, "gemini", stubScript("say x", "max_tokens"))).toMatchObject({
      candidates: [{ finishReason: "MAX_TOKENS" }],
    });
  });
});

interface GeminiChunk {
  readonly candidates: {
    readonly content: {
      readonly parts: { readonly text?: string; readonly thought?: boolean; readonly functionCall?: unknown }[];
    };
    readonly finishReason?: string;
  }[];
}
