// What is known of models, and what is assumed of others.
import { describe, expect, it } from "vitest";
import { describeModel, knownModels } from "./catalogue.ts";
import { providers } from "./providers.ts";

describe("a known model", () => {
  it("has a window, a limit, and a price", () => {
    expect(describeModel("anthropic", "claude-sonnet-5-5")).toEqual({
      id: "anthropic/claude-sonnet-5-5",
      name: "Claude Sonnet 5.5",
      contextTokens: 1_000_000,
      outputTokensMax: 128_000,
      takesImages: true,
      thinks: true,
      price: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
    });
    expect(describeModel("openai", "gpt-4o")).toMatchObject({ thinks: false, price: { cacheRead: 1.25 } });
  });

  it("is known with a date, and from another seller", () => {
    expect(describeModel("anthropic", "claude-haiku-4-5-20251001").name).toBe("Claude Haiku 4.5");
    expect(describeModel("openai", "gpt-5-2025-08-07").name).toBe("GPT-5");
    expect(describeModel("bedrock", "us.anthropic.claude-opus-4-1-20250805-v1:0")).toMatchObject({
      id: "bedrock/us.anthropic.claude-opus-4-1-20250805-v1:0",
      name: "Claude Opus 4.1",
    });
    expect(describeModel("azure", "gpt-4.1").contextTokens).toBe(1_047_576);
    expect(describeModel("vertex", "gemini-2.5-pro").name).toBe("Gemini 2.5 Pro");
  });

  it("is not confused with one whose name begins the same", () => {
    expect(describeModel("openai", "gpt-5-mini").price?.input).toBe(0.25);
    expect(describeModel("anthropic", "claude-opus-5").name).toBe("Claude Opus 5");
    expect(describeModel("openai", "gpt-5-something-else").name).toBe("gpt-5-something-else");
  });
});

describe("any other model", () => {
  it("has what its provider's usually have, and no price", () => {
    expect(describeModel("anthropic", "unheard-of")).toEqual({
      id: "anthropic/unheard-of",
      name: "unheard-of",
      contextTokens: 200_000,
      outputTokensMax: 32_000,
      takesImages: true,
      thinks: true,
    });
    expect(describeModel("ollama", "llama3:8b")).toMatchObject({ contextTokens: 32_000, thinks: false });
    expect(describeModel("openai-compatible", "x").contextTokens).toBeGreaterThan(0);
  });
});

it("lets settings have the last word", () => {
  const overrides = { "ollama/big": { contextTokens: 262_144, thinks: true, price: { input: 0, output: 0 } } };
  expect(describeModel("ollama", "big", overrides)).toMatchObject({
    id: "ollama/big",
    name: "big",
    contextTokens: 262_144,
    thinks: true,
    price: { input: 0, output: 0 },
  });
  expect(describeModel("ollama", "small", overrides).contextTokens).toBe(32_000);
});

it("knows each model that a provider begins with, and each model once", () => {
  for (const { id, defaultModel } of providers) {
    const known = knownModels(id);
    expect(new Set(known).size).toBe(known.length);
    expect(defaultModel === undefined || known.includes(defaultModel)).toBe(true);
  }
});
