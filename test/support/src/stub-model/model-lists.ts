// The lists of models, as each provider gives them.

export const STUB_MODEL = "stub-model";
const CONTEXT_TOKENS = 200_000;
const OUTPUT_TOKENS = 32_000;

/** Undefined if the address is neither a list nor a model. */
export function listModels({ pathname }: URL, isAnthropic: boolean): unknown {
  const [, version, name] = /\/(v1beta|v1)\/models(?:\/([^/:]+))?$/.exec(pathname) ?? [];
  if (version === "v1beta") return name === undefined ? { models: [toGemini(STUB_MODEL)] } : toGemini(name);
  if (version === undefined && !pathname.endsWith("/models")) return undefined;
  const toEntry = isAnthropic ? toAnthropic : toOpenAi;
  if (name !== undefined) return toEntry(name);
  const data = [toEntry(STUB_MODEL)];
  return isAnthropic ? { data, has_more: false, first_id: STUB_MODEL, last_id: STUB_MODEL } : { object: "list", data };
}

function toOpenAi(id: string): unknown {
  return { id, object: "model", created: 0, owned_by: "stub" };
}

function toAnthropic(id: string): unknown {
  return { type: "model", id, display_name: "Stub", created_at: "2026-01-01T00:00:00Z" };
}

function toGemini(name: string): unknown {
  return {
    name: `models/${name}`,
    version: "1",
    displayName: "Stub",
    inputTokenLimit: CONTEXT_TOKENS,
    outputTokenLimit: OUTPUT_TOKENS,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  };
}
