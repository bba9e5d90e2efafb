// Tokens of several turns together.
import type { Usage } from "@parley/acp";

export const NO_USAGE: Usage = { totalTokens: 0, inputTokens: 0, outputTokens: 0 };

const OPTIONAL = ["thoughtTokens", "cachedReadTokens", "cachedWriteTokens"] as const;

export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Usage = {
    totalTokens: one.totalTokens + other.totalTokens,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
  for (const field of OPTIONAL) {
    const tokens = (one[field] ?? 0) + (other[field] ?? 0);
    if (tokens > 0) sum[field] = tokens;
  }
  return sum;
}
