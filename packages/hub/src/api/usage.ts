// What turns have used: tokens, cost and time by day, agent, model and folder.
import type { Cost } from "@parley/acp";

export const USAGE_KEYS = ["day", "agent", "model", "folder"] as const;
export type UsageKey = (typeof USAGE_KEYS)[number];

export interface UsageQuery {
  /** Days as `2026-11-30`, in the time zone of the machine that has the store; both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** One row for each combination of these; none: the sum alone. */
  readonly by: readonly UsageKey[];
}

export interface UsageSum {
  /** All that ended, also failed and cancelled ones. */
  readonly turns: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thoughtTokens: number;
  readonly cachedReadTokens: number;
  readonly cachedWriteTokens: number;
  readonly totalTokens: number;
  /** From the start of each turn to its end, waiting for answers included. */
  readonly turnMs: number;
  /** One for each currency; none if no agent named a cost. */
  readonly costs: readonly Cost[];
}

/** With the keys that were asked for. A model that is unknown is an empty text. */
export interface UsageRow extends UsageSum, Readonly<Partial<Record<UsageKey, string>>> {}

export interface Usages {
  /** The latest day first, then the most tokens. */
  readonly rows: readonly UsageRow[];
  readonly total: UsageSum;
  /** There are more rows than one reply has. */
  readonly isCut: boolean;
}
