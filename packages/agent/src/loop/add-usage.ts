// Adds up what requests to a model took, and what that costs.
import type { ModelPrice, ModelUsage } from "../models/model.ts";

export const NO_USAGE: ModelUsage = { inputTokens: 0, outputTokens: 0 };

export function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: addKnown(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: addKnown(one.cacheWriteTokens, other.cacheWriteTokens),
    thoughtTokens: addKnown(one.thoughtTokens, other.thoughtTokens),
  };
}

const TOKENS_PER_PRICE = 1_000_000;

/** In US dollars; undefined if the price is not known. Thoughts are part of the output. */
export function costOf(usage: ModelUsage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const plainTokens = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const sum =
    plainTokens * price.input +
    cacheReadTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return sum / TOKENS_PER_PRICE;
}

/** Nobody said is something else than none. */
function addKnown(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}
