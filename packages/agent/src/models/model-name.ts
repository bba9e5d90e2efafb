// Validates the name of a model: PROVIDER/MODEL with a known provider.
import { parseModelId } from "./model-id.ts";
import { SCRIPT_MODEL_ID } from "./offline/script-info.ts";
import type { Provider } from "./provider.ts";
import { findProvider, OFFLINE_PROVIDER, providers } from "./providers.ts";

export type ModelName =
  | { readonly provider: Provider; readonly model: string }
  | { readonly offline: true }
  | { readonly problem: string };

/** Does not check whether the provider has the model or a key is set; the first request does. */
export function checkModelName(id: string): ModelName {
  if (id === SCRIPT_MODEL_ID) return { offline: true };
  const parsed = parseModelId(id);
  if (parsed === undefined || /\s/.test(id)) {
    return { problem: `${JSON.stringify(id)} is not a model; expected PROVIDER/MODEL, such as ollama/qwen3-coder.` };
  }
  if (parsed.provider === OFFLINE_PROVIDER)
    return { problem: `Model ${id} not found; did you mean ${SCRIPT_MODEL_ID}?` };
  const provider = findProvider(parsed.provider);
  if (provider !== undefined) return { provider, model: parsed.model };
  const names = [...providers.map((known) => known.id), OFFLINE_PROVIDER].join(", ");
  return { problem: `Provider ${parsed.provider} not found; available: ${names}.` };
}
