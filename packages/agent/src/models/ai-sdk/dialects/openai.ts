// OpenAI's responses, at OpenAI and at Azure. https://platform.openai.com/docs/guides/reasoning
import type { ModelRequest, ThinkingLevel } from "../../model.ts";
import { cacheKeyOf } from "../cache-key.ts";
import type { Dialect, Json } from "../dialect.ts";

const openai: Omit<Dialect, "namespace"> = {
  takesPlainThoughts: false,
  takesResultImages: true,
  files: /^application\/pdf$/,
  optional: {
    // Some models show their reasoning only to verified organisations.
    reasoningSummary: /summar/i,
    reasoningEffort: /reasoning[. _]effort/i,
    promptCacheKey: /prompt_cache_key/i,
  },
  needsOutputMax: false,
  options(request: ModelRequest, info, model): Record<string, Json> {
    return {
      // Nothing is stored at the provider; reasoning is returned encrypted and sent back.
      store: false,
      promptCacheKey: cacheKeyOf(request),
      ...(info.thinks ? toEffort(request.thinking, model) : {}),
    };
  },
};

export const openaiDialect: Dialect = { namespace: "openai", ...openai };
export const azureDialect: Dialect = { namespace: "azure", ...openai };

function toEffort(thinking: ThinkingLevel, model: string): Record<string, Json> {
  if (thinking !== "off") return { reasoningEffort: thinking, reasoningSummary: "auto" };
  const least = leastEffort(model);
  return least === undefined ? {} : { reasoningEffort: least };
}

/** Generations differ in the name for "off", and some do not have it. */
function leastEffort(model: string): string | undefined {
  if (/-pro\b/.test(model)) return undefined;
  if (/^gpt-5(?:-(?:mini|nano))?(?:-\d{4}.*)?$/.test(model)) return "minimal";
  if (/^gpt-5\.\d/.test(model) && !model.includes("codex")) return "none";
  if (/^(?:gpt-6-sol|gpt-6-luna|gpt-6\.1-terra)$/.test(model)) return "none";
  return "low";
}
