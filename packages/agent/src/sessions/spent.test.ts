import { describe, expect, it } from "vitest";
import { addAside, addSpent, noneSpent, toCost } from "./spent.ts";

const PRICE = { input: 10, output: 100 };

describe("what a session has spent", () => {
  it("adds up, and the window is as full as the last request made it", () => {
    const once = addSpent(noneSpent, { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 400 }, PRICE);
    const twice = addSpent(once, { inputTokens: 2_000, outputTokens: 10 }, PRICE);
    expect(twice).toMatchObject({ inputTokens: 3_000, outputTokens: 110, cacheReadTokens: 400, contextUsed: 2_010 });
    expect(toCost(twice)).toEqual({ amount: 0.041, currency: "USD" });
  });

  it("counts requests outside the conversation, which do not fill the window", () => {
    const once = addSpent(noneSpent, { inputTokens: 1_000, outputTokens: 0 }, PRICE);
    expect(addAside(once, { inputTokens: 500, outputTokens: 0 }, PRICE)).toMatchObject({
      inputTokens: 1_500,
      cost: 0.015,
      contextUsed: 1_000,
    });
  });

  it("is not known once a price was not, and nothing costs nothing", () => {
    expect(toCost(addSpent(noneSpent, { inputTokens: 0, outputTokens: 0 }, undefined))).toMatchObject({ amount: 0 });
    const unknown = addSpent(noneSpent, { inputTokens: 1, outputTokens: 0 }, undefined);
    expect(toCost(unknown)).toBeUndefined();
    expect(toCost(addSpent(unknown, { inputTokens: 1, outputTokens: 0 }, PRICE))).toBeUndefined();
  });
});
