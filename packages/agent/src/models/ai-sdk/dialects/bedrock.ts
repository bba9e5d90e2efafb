// Bedrock's converse, mostly for Claude. https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
import type { Dialect, Json } from "../dialect.ts";
import { hasUnthoughtCalls, isAdaptive, THINKING_BUDGETS } from "./anthropic.ts";

/** Only these models accept cache points. */
const CACHES = /anthropic\.claude|amazon\.nova/;

export const bedrockDialect: Dialect = {
  namespace: "bedrock",
  takesPlainThoughts: false,
  takesResultImages: true,
  files: /^application\/pdf$/,
  optional: { reasoningConfig: /thinking|reasoning/i },
  needsOutputMax: true,
  cacheMark: (model) => (CACHES.test(model) ? { cachePoint: { type: "default" } } : undefined),
  options(request, info, model): Record<string, Json> {
    const { thinking } = request;
    if (!info.thinks || thinking === "off" || !model.includes("claude")) return {};
    if (isAdaptive(model)) {
      return { reasoningConfig: { type: "adaptive", maxReasoningEffort: thinking, display: "summarized" } };
    }
    if (hasUnthoughtCalls(request)) return {};
    return { reasoningConfig: { type: "enabled", budgetTokens: THINKING_BUDGETS[thinking] } };
  },
};
