// Known models with their limits and prices. An unknown model gets the usual values of its provider.
import type { ModelOverrides } from "./environment.ts";
import { formatModelId } from "./model-id.ts";
import type { ModelInfo, ModelPrice } from "./model.ts";

type Row = readonly [
  model: string,
  name: string,
  contextTokens: number,
  outputTokensMax: number,
  /** Whether it thinks. */
  thinks: boolean,
  /** Per million tokens: input, output, cache read, cache write. Empty if unknown. */
  price: readonly number[],
];

const K = 1_000;
const M = 1_000 * K;

/** Newest first; prices without surcharges for very long prompts. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  anthropic: [
    ["claude-opus-5-5", "Claude Opus 5.5", M, 128 * K, true, [4, 20, 0.2, 5]],
    ["claude-sonnet-5-5", "Claude Sonnet 5.5", M, 128 * K, true, [2, 10, 0.1, 2.5]],
    ["claude-haiku-5-5", "Claude Haiku 5.5", 200 * K, 128 * K, true, []],
    ["claude-fable-5-1", "Claude Fable 5.1", M, 128 * K, true, []],
    ["claude-fable-5", "Claude Fable 5", M, 128 * K, true, [10, 50, 1, 12.5]],
    ["claude-opus-5", "Claude Opus 5", M, 128 * K, true, [5, 25, 0.5, 6.25]],
    ["claude-sonnet-5", "Claude Sonnet 5", M, 128 * K, true, [2, 10, 0.2, 2.5]],
    ["claude-opus-4-8", "Claude Opus 4.8", M, 128 * K, true, [5, 25, 0.5, 6.25]],
    ["claude-opus-4-7", "Claude Opus 4.7", M, 128 * K, true, [5, 25, 0.5, 6.25]],
    ["claude-opus-4-6", "Claude Opus 4.6", M, 128 * K, true, [5, 25, 0.5, 6.25]],
    ["claude-sonnet-4-6", "Claude Sonnet 4.6", M, 64 * K, true, [3, 15, 0.3, 3.75]],
    ["claude-opus-4-5", "Claude Opus 4.5", 200 * K, 64 * K, true, [5, 25, 0.5, 6.25]],
    ["claude-sonnet-4-5", "Claude Sonnet 4.5", 200 * K, 64 * K, true, [3, 15, 0.3, 3.75]],
    ["claude-haiku-4-5", "Claude Haiku 4.5", 200 * K, 64 * K, true, [1, 5, 0.1, 1.25]],
    ["claude-opus-4-1", "Claude Opus 4.1", 200 * K, 32 * K, true, [15, 75, 1.5, 18.75]],
    ["claude-sonnet-4-0", "Claude Sonnet 4", 200 * K, 64 * K, true, [3, 15, 0.3, 3.75]],
  ],
  openai: [
    ["gpt-6.1-sol", "GPT-6.1 Sol", 1_050 * K, 128 * K, true, []],
    ["gpt-6.1-terra", "GPT-6.1 Terra", 1_050 * K, 128 * K, true, []],
    ["gpt-6-astra", "GPT-6 Astra", 1_050 * K, 128 * K, true, [10, 50, 1, 12.5]],
    ["gpt-6-sol", "GPT-6 Sol", 1_050 * K, 128 * K, true, []],
    ["gpt-6-luna", "GPT-6 Luna", 1_050 * K, 128 * K, true, []],
    ["gpt-5.6", "GPT-5.6", 1_050 * K, 128 * K, true, [2, 10, 0.2, 2.5]],
    ["gpt-5.6-terra", "GPT-5.6 Terra", 1_050 * K, 128 * K, true, [2.5, 15, 0.25]],
    ["gpt-5.6-luna", "GPT-5.6 Luna", 1_050 * K, 128 * K, true, [1, 6, 0.1]],
    ["gpt-5.5", "GPT-5.5", 1_050 * K, 128 * K, true, [5, 30, 0.5]],
    ["gpt-5.4", "GPT-5.4", 1_050 * K, 128 * K, true, [2.5, 15, 0.25]],
    ["gpt-5.4-mini", "GPT-5.4 mini", 400 * K, 128 * K, true, [0.75, 4.5, 0.075]],
    ["gpt-5.4-nano", "GPT-5.4 nano", 400 * K, 128 * K, true, [0.2, 1.25, 0.02]],
    ["gpt-5.3-codex", "GPT-5.3 Codex", 400 * K, 128 * K, true, [1.75, 14, 0.175]],
    ["gpt-5.2", "GPT-5.2", 400 * K, 128 * K, true, [1.75, 14, 0.175]],
    ["gpt-5.1", "GPT-5.1", 400 * K, 128 * K, true, [1.25, 10, 0.125]],
    ["gpt-5", "GPT-5", 400 * K, 128 * K, true, [1.25, 10, 0.125]],
    ["gpt-5-mini", "GPT-5 mini", 400 * K, 128 * K, true, [0.25, 2, 0.025]],
    ["gpt-5-nano", "GPT-5 nano", 400 * K, 128 * K, true, [0.05, 0.4, 0.005]],
    ["o3", "o3", 200 * K, 100 * K, true, [2, 8, 0.5]],
    ["o4-mini", "o4-mini", 200 * K, 100 * K, true, [1.1, 4.4, 0.275]],
    ["gpt-4.1", "GPT-4.1", 1_047_576, 32_768, false, [2, 8, 0.5]],
    ["gpt-4.1-mini", "GPT-4.1 mini", 1_047_576, 32_768, false, [0.4, 1.6, 0.1]],
    ["gpt-4o", "GPT-4o", 128 * K, 16_384, false, [2.5, 10, 1.25]],
    ["gpt-4o-mini", "GPT-4o mini", 128 * K, 16_384, false, [0.15, 0.6, 0.075]],
  ],
  google: [
    ["gemini-4-argon", "Gemini 4 Argon", 1_048_576, 65_536, true, []],
    ["gemini-3.8-flash", "Gemini 3.8 Flash", 1_048_576, 65_536, true, [0.75, 3.75, 0.075]],
    ["gemini-3.7-flash", "Gemini 3.7 Flash", 1_048_576, 65_536, true, [1.5, 7.5, 0.15]],
    ["gemini-3.5-flash", "Gemini 3.5 Flash", 1_048_576, 65_536, true, [1.5, 9, 0.15]],
    ["gemini-3.1-pro-preview", "Gemini 3.1 Pro", 1_048_576, 65_536, true, [2, 12, 0.2]],
    ["gemini-3.1-flash-lite", "Gemini 3.1 Flash Lite", 1_048_576, 65_536, true, [0.25, 1.5, 0.025]],
    ["gemini-3-flash-preview", "Gemini 3 Flash", 1_048_576, 65_536, true, [0.5, 3, 0.05]],
    ["gemini-2.5-pro", "Gemini 2.5 Pro", 1_048_576, 65_536, true, [1.25, 10, 0.125]],
    ["gemini-2.5-flash", "Gemini 2.5 Flash", 1_048_576, 65_536, true, [0.3, 2.5, 0.03]],
    ["gemini-2.5-flash-lite", "Gemini 2.5 Flash Lite", 1_048_576, 65_536, true, [0.1, 0.4, 0.01]],
  ],
};

/** Resellers of a provider's models. */
const RESOLD: Readonly<Record<string, string>> = { azure: "openai", bedrock: "anthropic", vertex: "google" };

type Defaults = Pick<ModelInfo, "contextTokens" | "outputTokensMax" | "thinks">;

/** Defaults for unknown models. Rather too small, so that a conversation is compacted early rather than late. */
const defaults: Readonly<Record<string, Defaults>> = {
  anthropic: { contextTokens: 200 * K, outputTokensMax: 32 * K, thinks: true },
  bedrock: { contextTokens: 200 * K, outputTokensMax: 8_192, thinks: false },
  openai: { contextTokens: 200 * K, thinks: true },
  azure: { contextTokens: 128 * K, thinks: true },
  google: { contextTokens: 1_048_576, thinks: true },
  vertex: { contextTokens: 1_048_576, thinks: true },
  ollama: { contextTokens: 32 * K, thinks: false },
};
const OTHER_DEFAULTS: Defaults = { contextTokens: 128 * K, thinks: false };

/** For any model, known or not. The user's settings take precedence. */
export function describeModel(provider: string, model: string, overrides: ModelOverrides = {}): ModelInfo {
  const id = formatModelId(provider, model);
  const known = findRow(provider, model);
  const info =
    known === undefined
      ? { id, name: model, takesImages: true, ...(defaults[provider] ?? OTHER_DEFAULTS) }
      : toInfo(id, known);
  return { ...info, ...overrides[id] };
}

/** The known models of a provider. Of resellers only the one that keeps the names. */
export function knownModels(provider: string): readonly string[] {
  return (rows[provider === "vertex" ? "google" : provider] ?? []).map(([model]) => model);
}

/** A name with a date, region or version belongs to the model it contains. */
function findRow(provider: string, model: string): Row | undefined {
  const known = rows[provider] ?? rows[RESOLD[provider] ?? ""] ?? [];
  const plain = model.replace(/^(?:[a-z]+\.)*(?=claude-)/, "").replace(/(?:-v\d+)?(?::\d+)?$/, "");
  const undated = plain.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");
  return known.find(([name]) => name === plain) ?? known.find(([name]) => name === undated);
}

function toInfo(id: string, [, name, contextTokens, outputTokensMax, thinks, price]: Row): ModelInfo {
  const cost = toPrice(price);
  return {
    id,
    name,
    contextTokens,
    outputTokensMax,
    takesImages: true,
    thinks,
    ...(cost === undefined ? {} : { price: cost }),
  };
}

function toPrice([input, output, cacheRead, cacheWrite]: readonly number[]): ModelPrice | undefined {
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
