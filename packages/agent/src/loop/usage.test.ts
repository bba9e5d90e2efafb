// What requests took, what they cost, and what the next one will take.
import { describe, expect, it } from "vitest";
import type { Message } from "../models/message.ts";
import { createConversation } from "./conversation.ts";
import { prompt } from "./testing/turn-scene.ts";
import { IMAGE_TOKENS, addUsage, costOf, estimateMessages, estimateText, NO_USAGE, toJson } from "./tokens.ts";

describe("usage", () => {
  it("is added up, and unknown values stay unknown", () => {
    const one = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3 };
    const two = { inputTokens: 10, outputTokens: 20, thoughtTokens: 5 };
    expect(addUsage(one, two)).toEqual({ inputTokens: 11, outputTokens: 22, cacheReadTokens: 3, thoughtTokens: 5 });
    expect(addUsage(NO_USAGE, NO_USAGE).cacheWriteTokens).toBeUndefined();
  });

  it("costs what the price says, cached input less", () => {
    const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
    const usage = {
      inputTokens: 1_000_000,
      outputTokens: 100_000,
      cacheReadTokens: 600_000,
      cacheWriteTokens: 200_000,
    };
    expect(costOf(usage, price)).toBeCloseTo(0.2 * 3 + 0.6 * 0.3 + 0.2 * 3.75 + 0.1 * 15);
    expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(3 + 1.5);
    expect(costOf(usage, undefined)).toBeUndefined();
    // A server that counts what was cached besides the input must not make it cheaper than nothing.
    expect(costOf({ inputTokens: 10, outputTokens: 0, cacheReadTokens: 1_000_000 }, price)).toBeCloseTo(0.3);
  });
});

describe("a guess at tokens", () => {
  it("depends on the size of the messages", () => {
    expect(estimateText("abcdefgh")).toBe(2);
    expect(estimateText("汉字")).toBe(2);
    const messages: Message[] = [
      { role: "user", parts: [{ type: "image", mimeType: "image/png", data: "A".repeat(1_000_000) }] },
      { role: "assistant", parts: [{ type: "tool_call", callId: "a", name: "read", input: { path: "12345678" } }] },
      {
        role: "tool",
        results: [{ callId: "a", name: "read", parts: [{ type: "text", text: "x".repeat(40) }], isError: false }],
      },
    ];
    expect(estimateMessages(messages)).toBe(IMAGE_TOKENS + 1 + 5 + 1 + 10);
  });

  it("bears anything that a model may have written", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(toJson(circle)).toBe("[object Object]");
    expect(toJson(undefined)).toBe("");
    expect(toJson({ big: 1n })).toBe("[object Object]");
  });
});

describe("a conversation", () => {
  it("knows what the provider counted, and guesses the rest", () => {
    const conversation = createConversation([prompt("x".repeat(400))]);
    expect([conversation.tokens, conversation.isCounted]).toEqual([100, false]);
    conversation.setCount(5_000);
    conversation.append(prompt("x".repeat(40)));
    expect([conversation.tokens, conversation.isCounted]).toEqual([5_010, true]);
    conversation.replace([prompt("x".repeat(8))]);
    expect([conversation.tokens, conversation.isCounted]).toEqual([2, false]);
  });

  it("owns its messages", () => {
    const given = [prompt("a")];
    const conversation = createConversation(given);
    conversation.append(prompt("b"));
    expect(given).toHaveLength(1);
    expect(conversation.messages).toHaveLength(2);
  });
});
