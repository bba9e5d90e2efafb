// Statistics of an agent from its turns.
import type { AgentTotals, TurnOutcome } from "../api/store.ts";
import type { AgentStatistics } from "../api/agents.ts";

const NOTHING_KNOWN: AgentStatistics = { turns: 0 };

export function toStatistics(totals: AgentTotals | undefined): AgentStatistics {
  if (totals === undefined || totals.turns <= 0) return NOTHING_KNOWN;
  const { turns, successes, totalMs, totalTokens } = totals;
  return {
    turns,
    averageMs: Math.round(totalMs / turns),
    averageTokens: Math.round(totalTokens / turns),
    successRate: Math.round((successes / turns) * 1_000) / 10,
  };
}

export function addOutcome(totals: AgentTotals | undefined, outcome: TurnOutcome): AgentTotals {
  return {
    agent: outcome.agent,
    turns: (totals?.turns ?? 0) + 1,
    successes: (totals?.successes ?? 0) + Number(outcome.isSuccess),
    totalMs: (totals?.totalMs ?? 0) + outcome.ms,
    totalTokens: (totals?.totalTokens ?? 0) + outcome.tokens,
  };
}
