// /cost: tokens, money, and how full the context window is.
import { inlineCode, table } from "../../text/markdown.ts";
import { formatMoney, formatTokens } from "../amounts.ts";
import { say } from "../answer.ts";
import type { SlashCommand, SpentUsage } from "../command.ts";

/** From this percentage on, /compact is suggested. */
const FULL_PERCENT = 70;

export const costCommand: SlashCommand = {
  name: "cost",
  description: "Show the tokens and cost of this session, and how full the context is",
  run: async (_rest, { spent, settings }) => {
    if (spent.inputTokens + spent.outputTokens === 0) return say("No tokens used yet.");
    const percent = spent.contextTokens > 0 ? Math.round((100 * spent.contextUsed) / spent.contextTokens) : undefined;
    return say(
      table(["", "tokens"], toRows(spent)),
      spent.cost === undefined
        ? `The cost is unknown: the price of ${inlineCode(settings.modelId)} or of a model used earlier is not known.`
        : `Total cost: **${formatMoney(spent.cost)}**.`,
      percent === undefined
        ? ""
        : `The context is ${percent} % full: ${formatTokens(spent.contextUsed)} of ${formatTokens(spent.contextTokens)} tokens.`,
      percent !== undefined && percent >= FULL_PERCENT ? "`/compact` frees context." : "",
    );
  },
};

function toRows({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: SpentUsage): string[][] {
  const rows = [
    ["sent", formatTokens(inputTokens)],
    ["received", formatTokens(outputTokens)],
  ];
  if (cacheReadTokens > 0) {
    const share = inputTokens > 0 ? ` (${Math.round((100 * cacheReadTokens) / inputTokens)} % of the input)` : "";
    rows.push(["read from the cache", `${formatTokens(cacheReadTokens)}${share}`]);
  }
  if (cacheWriteTokens > 0) rows.push(["written to the cache", formatTokens(cacheWriteTokens)]);
  return rows;
}
