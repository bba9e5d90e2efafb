// What is asked for besides the words: thinking, caching, limits. Seen in the requests that reach the server.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Message } from "../message.ts";
import type { ModelRequest, ThinkingLevel } from "../model.ts";
import { gather, open, readTool, request, testEnvironment, user, type Variables } from "../testing/ask.ts";
import { TEST_KEY, variablesFor, type WireProvider } from "../testing/wires.ts";

let stub: StubModel;
beforeAll(async () => {
  stub = await startStubModel();
});
afterAll(() => stub.close());

type Body = Record<string, unknown>;

async function bodyOf(id: string, asked: ModelRequest, variables?: Variables): Promise<Body> {
  const wire = id.slice(0, id.indexOf("/")) as WireProvider;
  await gather(await open(id, testEnvironment(variables ?? variablesFor(wire, stub.url))), asked);
  return stub.requests.at(-1)?.body as Body;
}

const think = (id: string, thinking: ThinkingLevel) => bodyOf(id, request(stubScript("say ok"), { thinking }));

describe("thinking", () => {
  it("is a budget for older models of Anthropic, on top of the answer", async () => {
    expect(await think("anthropic/claude-sonnet-4-5", "low")).toMatchObject({
      thinking: { type: "enabled", budget_tokens: 4_096 },
      max_tokens: 36_096,
    });
    expect(await think("anthropic/claude-sonnet-4-5", "off")).not.toHaveProperty("thinking");
  });

  it("is an effort for newer models of Anthropic", async () => {
    expect(await think("anthropic/claude-opus-4-8", "high")).toMatchObject({
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "high" },
    });
    expect(await think("anthropic/claude-opus-4-8", "off")).toMatchObject({ thinking: { type: "disabled" } });
  });

  it("does not begin between a call and its result, where that is not allowed", async () => {
    const call = { type: "tool_call" as const, callId: "c1", name: readTool.name, input: {} };
    const answered = (parts: Extract<Message, { role: "assistant" }>["parts"]): ModelRequest => {
      const results = [{ callId: "c1", name: readTool.name, isError: false, parts: [] }];
      const messages: Message[] = [
        user(stubScript("read a", "say ok")),
        { role: "assistant", parts },
        { role: "tool", results },
      ];
      return request(messages, { thinking: "low" });
    };
    expect(await bodyOf("anthropic/claude-sonnet-4-5", answered([call]))).not.toHaveProperty("thinking");
    const thought = { type: "thought" as const, text: "hm", provider: { anthropic: { signature: "s" } } };
    expect(await bodyOf("anthropic/claude-sonnet-4-5", answered([thought, call]))).toHaveProperty("thinking");
  });

  it("is an effort with a summary for OpenAI", async () => {
    expect(await think("openai/gpt-5.6", "medium")).toMatchObject({
      reasoning: { effort: "medium", summary: "auto" },
      include: ["reasoning.encrypted_content"],
      store: false,
    });
    expect(await think("openai/gpt-5.6", "off")).toMatchObject({ reasoning: { effort: "none" } });
    expect(await think("openai/gpt-5-mini", "off")).toMatchObject({ reasoning: { effort: "minimal" } });
    expect(await think("openai/o3", "off")).toMatchObject({ reasoning: { effort: "low" } });
    expect(await think("openai/gpt-4.1", "high")).not.toHaveProperty("reasoning");
  });

  it("is a budget or a level for Google", async () => {
    const config = async (model: string, level: ThinkingLevel) =>
      ((await think(`google/${model}`, level))["generationConfig"] as Body)["thinkingConfig"];
    expect(await config("gemini-2.5-flash", "high")).toEqual({ thinkingBudget: 24_576, includeThoughts: true });
    expect(await config("gemini-2.5-flash", "off")).toEqual({ thinkingBudget: 0 });
    expect(await config("gemini-2.5-pro", "off")).toEqual({ thinkingBudget: 128 });
    expect(await config("gemini-3.8-flash", "medium")).toEqual({ thinkingLevel: "medium", includeThoughts: true });
    expect(await config("gemini-3.8-flash", "off")).toEqual({ thinkingLevel: "low" });
    expect(await config("gemma-3-27b-it", "high")).toBeUndefined();
  });

  it("is asked of other servers only for models that are known to take it", async () => {
    expect(await think("openai-compatible/openai/gpt-oss-120b", "low")).toMatchObject({ reasoning_effort: "low" });
    expect(await think("openai-compatible/llama-3", "high")).not.toHaveProperty("reasoning_effort");
  });
});

describe("caching", () => {
  const turns: readonly Message[] = [
    user(stubScript("say one")),
    { role: "assistant", parts: [{ type: "text", text: "one" }] },
    user(stubScript("say two")),
    { role: "assistant", parts: [{ type: "text", text: "two" }] },
    user(stubScript("say three")),
  ];

  it("marks the system, the last tool and the last two messages for Anthropic", async () => {
    const second = { ...readTool, name: "read_more" };
    const body = await bodyOf("anthropic/claude-sonnet-5-5", request(turns, { tools: [readTool, second] }));
    const mark = { type: "ephemeral" };
    expect(body["system"]).toEqual([{ type: "text", text: "Be good.", cache_control: mark }]);
    const tools = body["tools"] as Body[];
    expect(tools.map((tool) => tool["cache_control"])).toEqual([undefined, mark]);
    const messages = body["messages"] as { role: string; content: Body[] }[];
    expect(messages.map(({ content }) => content.at(-1)?.["cache_control"])).toEqual([
      undefined,
      undefined,
      mark,
      undefined,
      mark,
    ]);
    expect(JSON.stringify(body).split("cache_control")).toHaveLength(5);
  });

  it("names the conversation for OpenAI, the same in each of its requests", async () => {
    const keyOf = async (asked: ModelRequest) => (await bodyOf("openai/gpt-5.6", asked))["prompt_cache_key"];
    const first = await keyOf(request(turns.slice(0, 1)));
    expect(first).toMatch(/^parley-[0-9a-f]{16}$/);
    expect(await keyOf(request(turns))).toBe(first);
    expect(await keyOf(request(stubScript("say other")))).not.toBe(first);
  });

  it("reports what came from the cache as part of the input", async () => {
    const model = await open("anthropic/claude-sonnet-5-5", testEnvironment(variablesFor("anthropic", stub.url)));
    const events = await gather(model, request(stubScript("say ok", "usage 5 6")));
    expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 } });
  });
});

describe("the length of an answer", () => {
  it("is sent where required, and never exceeds the model's limit", async () => {
    expect(await think("anthropic/claude-opus-4-1", "off")).toMatchObject({ max_tokens: 32_000 });
    expect(await think("anthropic/unheard-of", "off")).toMatchObject({ max_tokens: 32_000 });
    expect(await think("openai/gpt-4o", "off")).not.toHaveProperty("max_output_tokens");
    const asked = request(stubScript("say ok"), { outputTokensMax: 1_000_000 });
    expect(await bodyOf("openai/gpt-4o", asked)).toMatchObject({ max_output_tokens: 16_384 });
  });
});

describe("addresses", () => {
  const pathOf = async (id: string, variables: Variables): Promise<string> => {
    await bodyOf(id, request(stubScript("say ok")), variables);
    return stub.requests.at(-1)?.path ?? "";
  };

  it.each(["", "/", "/v1", "/v1/"])("of Anthropic and OpenAI may end with %j", async (end) => {
    const url = `${stub.url}${end}`;
    const anthropic = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: TEST_KEY };
    expect(await pathOf("anthropic/m", anthropic)).toBe("/v1/messages");
    expect(await pathOf("openai/m", { OPENAI_BASE_URL: url, OPENAI_API_KEY: TEST_KEY })).toBe("/v1/responses");
    expect(await pathOf("openai-compatible/m", { OPENAI_BASE_URL: url })).toBe("/v1/chat/completions");
    expect(await pathOf("ollama/m", { OLLAMA_HOST: url })).toBe("/v1/chat/completions");
  });

  it("of Google may have a version or not; paths of a gateway stay", async () => {
    const google = (end: string) => ({ GOOGLE_GEMINI_BASE_URL: `${stub.url}${end}`, GOOGLE_API_KEY: TEST_KEY });
    expect(await pathOf("google/m", google(""))).toBe("/v1beta/models/m:streamGenerateContent?alt=sse");
    expect(await pathOf("google/m", google("/v1beta"))).toBe("/v1beta/models/m:streamGenerateContent?alt=sse");
    const gateway = { ANTHROPIC_BASE_URL: `${stub.url}/gateway/anthropic`, ANTHROPIC_API_KEY: TEST_KEY };
    expect(await pathOf("anthropic/m", gateway)).toBe("/gateway/anthropic/v1/messages");
    const compatible = { OPENAI_BASE_URL: `${stub.url}/openai/deep` };
    expect(await pathOf("openai-compatible/m", compatible)).toBe("/openai/deep/chat/completions");
  });

  it("include the credentials, if any", async () => {
    const headersOf = async (id: string, variables: Variables) => {
      await pathOf(id, variables);
      return stub.requests.at(-1)?.headers ?? {};
    };
    const at = { ANTHROPIC_BASE_URL: stub.url, OPENAI_BASE_URL: stub.url };
    expect(await headersOf("anthropic/m", { ...at, ANTHROPIC_API_KEY: TEST_KEY })).toMatchObject({
      "x-api-key": TEST_KEY,
    });
    expect(await headersOf("anthropic/m", { ...at, ANTHROPIC_AUTH_TOKEN: TEST_KEY })).toMatchObject({
      authorization: `Bearer ${TEST_KEY}`,
    });
    expect(await headersOf("openai-compatible/m", at)).not.toHaveProperty("authorization");
    expect(await headersOf("ollama/m", { OLLAMA_HOST: stub.url })).not.toHaveProperty("authorization");
  });
});
