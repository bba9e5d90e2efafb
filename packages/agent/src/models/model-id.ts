// `provider/model`: the model's own name may have slashes too.

export interface ModelId {
  readonly provider: string;
  readonly model: string;
}

export function parseModelId(id: string): ModelId | undefined {
  const text = id.trim();
  const slash = text.indexOf("/");
  if (slash <= 0 || slash === text.length - 1) return undefined;
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}

export function formatModelId(provider: string, model: string): string {
  return `${provider}/${model}`;
}
