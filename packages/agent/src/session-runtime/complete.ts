// A single completion without tools: for one-shot modes, recipes and second opinions.
import type { FinishReason, Model, ModelFailure, ModelUsage } from "../models/model.ts";
import type { UserPart } from "../models/message.ts";

export interface Completion {
  readonly text: string;
  readonly usage: ModelUsage;
  readonly reason: FinishReason;
}

export interface NoCompletion {
  readonly failed: string;
  /** Undefined if it was cancelled. */
  readonly failure?: ModelFailure;
}

/** `onText` gets each piece of the answer as it arrives. */
export async function complete(
  model: Model,
  system: string,
  parts: readonly UserPart[],
  signal: AbortSignal,
  onText: (text: string) => void = () => undefined,
): Promise<Completion | NoCompletion> {
  const request = { system, messages: [{ role: "user" as const, parts }], tools: [], thinking: "off" as const };
  const texts: string[] = [];
  for await (const event of model.stream(request, signal)) {
    if (event.type === "text") {
      texts.push(event.text);
      onText(event.text);
    } else if (event.type === "finish") return { text: texts.join(""), usage: event.usage, reason: event.reason };
    else if (event.type === "failure") return { failed: event.failure.message, failure: event.failure };
  }
  if (signal.aborted) return { failed: "Cancelled" };
  const message = `The answer of ${model.info.name} ended unexpectedly.`;
  return { failed: message, failure: { kind: "bad_response", message, remedy: "Try again." } };
}
