// Tokens and cost of a session so far, and how full the context window is.
import type { Cost, Usage } from "@parley/acp";
import { costOf } from "../loop/tokens.ts";
import type { ModelPrice, ModelUsage } from "../models/model.ts";

export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thoughtTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** In US dollars; undefined once a model with an unknown price was used. */
  readonly cost: number | undefined;
  /** Tokens of the last request, including its answer. */
  readonly contextUsed: number;
}

export const noneSpent: Spent = {
  inputTokens: 0,
  outputTokens: 0,
  thoughtTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cost: 0,
  contextUsed: 0,
};

export function addSpent(spent: Spent, usage: ModelUsage, price: ModelPrice | undefined): Spent {
  const { inputTokens, outputTokens, thoughtTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const isFree = inputTokens + outputTokens === 0;
  return {
    inputTokens: spent.inputTokens + inputTokens,
    outputTokens: spent.outputTokens + outputTokens,
    thoughtTokens: spent.thoughtTokens + thoughtTokens,
    cacheReadTokens: spent.cacheReadTokens + cacheReadTokens,
    cacheWriteTokens: spent.cacheWriteTokens + cacheWriteTokens,
    cost: isFree ? spent.cost : addCost(spent.cost, costOf(usage, price)),
    contextUsed: inputTokens + outputTokens,
  };
}

/** For requests outside the conversation, which cost tokens but do not fill the window. */
export function addAside(spent: Spent, usage: ModelUsage, price: ModelPrice | undefined): Spent {
  return { ...addSpent(spent, usage, price), contextUsed: spent.contextUsed };
}

export function toCost({ cost }: Spent): Cost | undefined {
  return cost === undefined ? undefined : { amount: Number(cost.toFixed(6)), currency: "USD" };
}

export function toUsage(usage: ModelUsage): Usage {
  const { inputTokens, outputTokens, thoughtTokens, cacheReadTokens, cacheWriteTokens } = usage;
  return {
    totalTokens: inputTokens + outputTokens,
    inputTokens,
    outputTokens,
    ...(thoughtTokens === undefined ? {} : { thoughtTokens }),
    ...(cacheReadTokens === undefined ? {} : { cachedReadTokens: cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cachedWriteTokens: cacheWriteTokens }),
  };
}

function addCost(before: number | undefined, more: number | undefined): number | undefined {
  return before === undefined || more === undefined ? undefined : before + more;
}
