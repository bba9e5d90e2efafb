import { describe, expect, it } from "vitest";
import type { Message } from "../models/message.ts";
import { addUsage, costOf, estimateMessages, estimateText, IMAGE_TOKENS, NO_USAGE, toJson } from "./tokens.ts";

describe("the cost of a request", () => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

  it.each([
    [{ inputTokens: 1_000_000, outputTokens: 0 }, 3],
    [{ inputTokens: 0, outputTokens: 1_000_000, thoughtTokens: 500_000 }, 15],
    [{ inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 1_000_000 }, 0.3],
    [{ inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 400_000, cacheWriteTokens: 400_000 }, 2.22],
    [{ inputTokens: 0, outputTokens: 0, cacheReadTokens: 1_000_000 }, 0.3],
    [NO_USAGE, 0],
  ])("of %j is %d dollars", (usage, dollars) => {
    expect(costOf(usage, price)).toBeCloseTo(dollars, 10);
  });

  it("counts the cache as plain input if it has no price of its own, and is unknown without any price", () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 500_000, cacheWriteTokens: 500_000 };
    expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(3, 10);
    expect(costOf(usage, undefined)).toBeUndefined();
  });
});

it("counts that no provider gave stay unknown in a sum", () => {
  const one = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3 };
  expect(addUsage(one, { inputTokens: 10, outputTokens: 20, thoughtTokens: 0 })).toEqual({
    inputTokens: 11,
    outputTokens: 22,
    cacheReadTokens: 3,
    cacheWriteTokens: undefined,
    thoughtTokens: 0,
  });
});

describe("an estimate", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["abcde", 2],
    ["漢字", 2],
    ["👍", 1],
  ])("of %j is %i tokens", (text, tokens) => {
    expect(estimateText(text)).toBe(tokens);
  });

  it("counts every part of every message", () => {
    const messages = [
      {
        role: "user",
        parts: [{ type: "text", text: "abcd" }, { type: "image" }, { type: "file", data: "x".repeat(41) }],
      },
      { role: "assistant", parts: [{ type: "tool_call", name: "read", input: { a: 1 } }] },
      { role: "tool", results: [{ name: "read", parts: [{ type: "text", text: "abcde" }] }] },
    ] as unknown as readonly Message[];
    expect(estimateMessages(messages)).toBe(1 + IMAGE_TOKENS + 2 + (1 + 2) + (1 + 2));
    expect(estimateMessages([])).toBe(0);
  });
});

it("input that has no JSON is still a text", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  expect(toJson(circle)).toBe("[object Object]");
  expect(toJson(7n)).toBe("7");
  expect(toJson(undefined)).toBe("");
  expect(toJson({ a: [1] })).toBe('{"a":[1]}');
});
