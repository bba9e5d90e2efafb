// Gemini, at Google and on Vertex. https://ai.google.dev/gemini-api/docs/thinking
import type { ThinkingLevel } from "../../model.ts";
import type { Dialect, Json } from "../dialect.ts";
import { THINKING_BUDGETS } from "./anthropic.ts";

const BUDGETED = /gemini-2\.5/;
const LEVELLED = /gemini-(?:[3-9]|\d\d)|gemini-(?:pro|flash|flash-lite)-latest/;
/** Large models cannot turn off thinking, only reduce it. */
const LEAST_PRO_BUDGET = 128;

const google: Omit<Dialect, "namespace"> = {
  takesPlainThoughts: true,
  takesResultImages: true,
  files: /^(?:application\/pdf|audio\/|video\/)/,
  optional: { thinkingConfig: /thinking/i },
  needsOutputMax: false,
  options(request, info, model): Record<string, Json> {
    const thinkingConfig = info.thinks ? toThinkingConfig(request.thinking, model) : undefined;
    return thinkingConfig === undefined ? {} : { thinkingConfig };
  },
};

export const googleDialect: Dialect = { namespace: "google", ...google };
export const vertexDialect: Dialect = { namespace: "vertex", ...google };

/** Undefined for models that are not known to think, which would reject the request. */
function toThinkingConfig(thinking: ThinkingLevel, model: string): Record<string, Json> | undefined {
  const isPro = model.includes("pro");
  if (BUDGETED.test(model)) {
    if (thinking === "off") return { thinkingBudget: isPro ? LEAST_PRO_BUDGET : 0 };
    return { thinkingBudget: THINKING_BUDGETS[thinking], includeThoughts: true };
  }
  if (!LEVELLED.test(model)) return undefined;
  if (thinking === "off") return { thinkingLevel: "low" };
  // The first models of this generation support only low and high.
  const level = thinking === "medium" && /gemini-3-pro/.test(model) ? "high" : thinking;
  return { thinkingLevel: level, includeThoughts: true };
}
