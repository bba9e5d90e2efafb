// Usage of the hub as the native API shows it.
import type { Reply } from "@parley/contract";
import type { Usages, UsageSum } from "@parley/hub";

type NativeUsage = Reply<"usage/get">;

export function toNativeUsage({ rows, total, isCut }: Usages): NativeUsage {
  return {
    rows: rows.map(({ day, agent, model, folder, ...sum }) => ({
      ...(day !== undefined && { day }),
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
      ...(folder !== undefined && { folder }),
      ...toNativeSum(sum),
    })),
    total: toNativeSum(total),
    is_cut: isCut,
  };
}

function toNativeSum(sum: UsageSum): NativeUsage["total"] {
  return {
    turns: sum.turns,
    input_tokens: sum.inputTokens,
    output_tokens: sum.outputTokens,
    thought_tokens: sum.thoughtTokens,
    cached_read_tokens: sum.cachedReadTokens,
    cached_write_tokens: sum.cachedWriteTokens,
    total_tokens: sum.totalTokens,
    turn_ms: sum.turnMs,
    costs: sum.costs.map(({ amount, currency }) => ({ amount, currency })),
  };
}
