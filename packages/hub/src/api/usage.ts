// Usage of turns: tokens, cost and time by day, agent, model and folder.
import type { Cost } from "@parley/acp";

export const USAGE_KEYS = ["day", "agent", "model", "folder"] as const;
export type UsageKey = (typeof USAGE_KEYS)[number];

export interface UsageQuery {
  /** Days as `2026-11-30`, in the time zone of the machine that has the store; both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** One row for each combination of these; empty: only the sum. */
  readonly by: readonly UsageKey[];
}

export interface UsageSum {
  /** All ended turns, including failed and cancelled ones. */
  readonly turns: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thoughtTokens: number;
  readonly cachedReadTokens: number;
  readonly cachedWriteTokens: number;
  readonly totalTokens: number;
  /** From the start of each turn to its end, waiting for answers included. */
  readonly turnMs: number;
  /** One for each currency; empty if no agent reported a cost. */
  readonly costs: readonly Cost[];
}

/** With the requested keys. An unknown model is an empty text. */
export interface UsageRow extends UsageSum, Readonly<Partial<Record<UsageKey, string>>> {}

export interface Usages {
  /** The latest day first, then the most tokens. */
  readonly rows: readonly UsageRow[];
  readonly total: UsageSum;
  /** The reply was cut; more rows exist. */
  readonly isCut: boolean;
}
