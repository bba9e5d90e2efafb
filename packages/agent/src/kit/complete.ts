// One completion without tools: for the modes that are nothing else, for recipes, for a second opinion.
import type { Model, ModelUsage } from "../models/model.ts";
import type { UserPart } from "../models/message.ts";

export interface Completion {
  readonly text: string;
  readonly usage: ModelUsage;
}

const NOTHING: ModelUsage = { inputTokens: 0, outputTokens: 0 };

/** Each piece of the answer goes to `onText` as it comes. */
export async function complete(
  model: Model,
  system: string,
  parts: readonly UserPart[],
  signal: AbortSignal,
  onText: (text: string) => void = () => undefined,
): Promise<Completion | { readonly failed: string }> {
  const request = { system, messages: [{ role: "user" as const, parts }], tools: [], thinking: "off" as const };
  const texts: string[] = [];
  let usage = NOTHING;
  for await (const event of model.stream(request, signal)) {
    if (event.type === "text") {
      texts.push(event.text);
      onText(event.text);
    } else if (event.type === "finish") usage = event.usage;
    else if (event.type === "failure") return { failed: event.failure.message };
  }
  return signal.aborted ? { failed: "It was cancelled" } : { text: texts.join(""), usage };
}
