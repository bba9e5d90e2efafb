// The mapping of a stream's parts, where no server of ours can be made to send them so.
import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import type { Message } from "../message.ts";
import { StreamTranslator, toUsage } from "./from-stream.ts";

const usage: LanguageModelV3Usage = {
  inputTokens: { total: 10, noCache: 3, cacheRead: 5, cacheWrite: 2 },
  outputTokens: { total: 7, text: 4, reasoning: 3 },
};
const finish = (unified: LanguageModelV3FinishReason["unified"], raw: string | undefined = unified) =>
  ({ type: "finish", finishReason: { unified, raw }, usage }) satisfies LanguageModelV3StreamPart;

function translate(parts: readonly LanguageModelV3StreamPart[], messages: readonly Message[] = []) {
  const translator = new StreamTranslator(messages);
  const events = parts.flatMap((part) => translator.translate(part));
  return { events, end: translator.end };
}

const call = (toolCallId: string, input: string): LanguageModelV3StreamPart => ({
  type: "tool-call",
  toolCallId,
  toolName: "read",
  input,
});

describe("blocks", () => {
  it("are closed before the next begins, even if the server closes them late", () => {
    const { events } = translate([
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "a" },
      { type: "tool-input-start", id: "c", toolName: "read" },
      call("c", "{}"),
      { type: "text-end", id: "t" },
      finish("tool-calls"),
    ]);
    expect(events.map(({ type }) => type)).toEqual(["text", "text_end", "tool_call_begun", "tool_call", "finish"]);
  });

  it("carry what the provider wants back, wherever in them it came", () => {
    const { events } = translate([
      { type: "reasoning-start", id: "r", providerMetadata: { p: { itemId: "i" } } },
      { type: "reasoning-delta", id: "r", delta: "hm" },
      { type: "reasoning-delta", id: "r", delta: "", providerMetadata: { p: { signature: "s" } } },
      { type: "reasoning-end", id: "r", providerMetadata: { q: { more: 1 } } },
    ]);
    expect(events).toEqual([
      { type: "thought", text: "hm" },
      { type: "thought_end", provider: { p: { itemId: "i", signature: "s" }, q: { more: 1 } } },
    ]);
  });

  it("may hold no word and still be given back; one that holds nothing at all is nothing", () => {
    const sealed = { anthropic: { redactedData: "x" } };
    expect(
      translate([
        { type: "reasoning-start", id: "r", providerMetadata: sealed },
        { type: "reasoning-end", id: "r" },
        { type: "text-start", id: "t" },
        { type: "text-end", id: "t" },
      ]).events,
    ).toEqual([{ type: "thought_end", provider: sealed }]);
  });

  it("begin without a beginning", () => {
    expect(translate([{ type: "text-delta", id: "t", delta: "a" }]).events).toEqual([{ type: "text", text: "a" }]);
  });
});

describe("calls", () => {
  it("without input have an empty one", () => {
    expect(translate([call("c", "")]).events).toEqual([{ type: "tool_call", callId: "c", name: "read", input: {} }]);
  });

  it("with invalid input are reported if the answer is complete, and dropped if it is not", () => {
    const broken = call("c", `{"path": "a`);
    expect(translate([broken]).events).toEqual([]);
    const { events } = translate([broken, finish("length", "length")]);
    expect(events).toEqual([
      { type: "tool_call", callId: "c", name: "read", input: `{"path": "a` },
      expect.objectContaining({ type: "finish", reason: "max_tokens" }),
    ]);
  });

  it("get a new id if the server sends none or a duplicate", () => {
    const before: Message = {
      role: "assistant",
      parts: [{ type: "tool_call", callId: "c0", name: "read", input: {} }],
    };
    const { events } = translate(
      [
        { type: "tool-input-start", id: "", toolName: "read" },
        call("", "{}"),
        { type: "tool-input-start", id: "", toolName: "read" },
        call("", "{}"),
        call("c0", "{}"),
        call("c1", "{}"),
      ],
      [before],
    );
    const ids = events.flatMap((event) => (event.type === "tool_call" ? [event.callId] : []));
    const begun = events.flatMap((event) => (event.type === "tool_call_begun" ? [event.callId] : []));
    expect(new Set([...ids, "c0", ""]).size).toBe(6);
    expect(ids.slice(0, 2)).toEqual(begun);
    expect(ids[3]).toBe("c1");
  });

  it("of the provider's own tools are not ours to make", () => {
    expect(
      translate([
        { type: "tool-input-start", id: "s", toolName: "search", providerExecuted: true },
        { type: "tool-call", toolCallId: "s", toolName: "search", input: "{}", providerExecuted: true },
        finish("stop"),
      ]).events.map(({ type }) => type),
    ).toEqual(["finish"]);
  });
});

describe("the end", () => {
  it.each([
    ["stop", "stop"],
    ["tool-calls", "tool_calls"],
    ["length", "max_tokens"],
    ["content-filter", "refusal"],
    ["other", "other"],
  ] as const)("%s is %s", (unified, reason) => {
    const { events, end } = translate([finish(unified)]);
    expect(events).toEqual([{ type: "finish", reason, usage: expect.anything() }]);
    expect(end).toBe("finished");
  });

  it("is that of calls if there were any, whatever the server reports", () => {
    expect(translate([call("c", "{}"), finish("stop")]).events.at(-1)).toMatchObject({ reason: "tool_calls" });
  });

  it("is unknown if the stream ended before the provider's finish reason", () => {
    expect(translate([{ type: "finish", finishReason: { unified: "other", raw: undefined }, usage }])).toEqual({
      events: [],
      end: "incomplete",
    });
    expect(translate([finish("error", "MALFORMED_FUNCTION_CALL")]).end).toBe("incomplete");
    expect(translate([]).end).toBe("incomplete");
  });

  it("may be an error", () => {
    expect(translate([{ type: "error", error: "x" }])).toEqual({ events: [], end: { error: "x" } });
  });
});

it("counts all of the input, cached or not", () => {
  expect(toUsage(usage)).toEqual({
    inputTokens: 10,
    outputTokens: 7,
    cacheReadTokens: 5,
    cacheWriteTokens: 2,
    thoughtTokens: 3,
  });
  const none = { total: undefined, noCache: 3, cacheRead: 5, cacheWrite: undefined };
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined };
  expect(toUsage({ inputTokens: none, outputTokens })).toEqual({ inputTokens: 8, outputTokens: 0, cacheReadTokens: 5 });
});
