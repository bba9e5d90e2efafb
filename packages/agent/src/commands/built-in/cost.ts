// /cost: tokens, money, and how full the model's window is.
import { inlineCode, table } from "../../text/markdown.ts";
import { formatMoney, formatTokens } from "../amounts.ts";
import { say } from "../answer.ts";
import type { SlashCommand, SpentUsage } from "../command.ts";

/** From here on a summary is worth a thought. */
const FULL_PERCENT = 70;

export const costCommand: SlashCommand = {
  name: "cost",
  description: "Shows what this session has used: tokens, money, and how full the context is",
  run: async (_rest, { spent, settings }) => {
    if (spent.inputTokens + spent.outputTokens === 0) return say("Nothing has been used yet.");
    const percent = spent.contextTokens > 0 ? Math.round((100 * spent.contextUsed) / spent.contextTokens) : undefined;
    return say(
      table(["", "tokens"], toRows(spent)),
      spent.cost === undefined
        ? `What it costs is not known: ${inlineCode(settings.modelId)}, or a model before it, has no known price.`
        : `That is **${formatMoney(spent.cost)}**.`,
      percent === undefined
        ? ""
        : `The context is ${percent} % full: ${formatTokens(spent.contextUsed)} of ${formatTokens(spent.contextTokens)} tokens.`,
      percent !== undefined && percent >= FULL_PERCENT ? "`/compact` makes room." : "",
    );
  },
};

function toRows({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: SpentUsage): string[][] {
  const rows = [
    ["sent", formatTokens(inputTokens)],
    ["received", formatTokens(outputTokens)],
  ];
  if (cacheReadTokens > 0) {
    const share = inputTokens > 0 ? ` (${Math.round((100 * cacheReadTokens) / inputTokens)} % of what was sent)` : "";
    rows.push(["read from the cache", `${formatTokens(cacheReadTokens)}${share}`]);
  }
  if (cacheWriteTokens > 0) rows.push(["written to the cache", formatTokens(cacheWriteTokens)]);
  return rows;
}
