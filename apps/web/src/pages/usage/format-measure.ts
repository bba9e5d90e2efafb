// A figure of one measure, in words.
import { formatAmounts, formatCount, formatDuration } from "../words.ts";
import type { Measure, Sums } from "./usage-rows.ts";

export function formatMeasure({ tokens, turns, ms, costs }: Sums, measure: Measure): string {
  if (measure === "cost") return costs.length === 0 ? "no cost reported" : formatAmounts(costs);
  if (measure === "time") return formatDuration(ms);
  if (measure === "tokens") return `${formatCount(tokens)} tokens`;
  return `${turns} ${turns === 1 ? "turn" : "turns"}`;
}
