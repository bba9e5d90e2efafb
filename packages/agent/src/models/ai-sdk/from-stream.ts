// Converts the stream of an AI SDK provider into events, one per delta, with minimal work.
import { parseJson } from "@parley/base";
import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import type { Message, ProviderData } from "../message.ts";
import type { FinishReason, ModelEvent, ModelUsage } from "../model.ts";
import { CallIds } from "./call-ids.ts";

/** How a stream ended: complete, incomplete, or with an error. */
export type StreamEnd = "finished" | "incomplete" | { readonly error: unknown };

interface OpenBlock {
  readonly type: "text" | "thought";
  readonly id: string;
  provider: ProviderData | undefined;
  hasText: boolean;
}

/** One answer. Its events must be delivered in order; only calls that may be incomplete are held back. */
export class StreamTranslator {
  #open: OpenBlock | undefined;
  /** Calls whose input is not JSON: an error of the model if the answer is complete, otherwise dropped. */
  readonly #doubtful: ModelEvent[] = [];
  readonly #ids: CallIds;
  #calls = 0;
  end: StreamEnd = "incomplete";

  /** `messages`: the request, for the ids already in use. */
  constructor(messages: readonly Message[] = []) {
    this.#ids = new CallIds(messages);
  }

  /** The events of one part, usually one or none. After the end there are none. */
  translate(part: LanguageModelV3StreamPart): readonly ModelEvent[] {
    switch (part.type) {
      case "text-delta":
        return this.#delta("text", part.id, part.delta, part.providerMetadata);
      case "reasoning-delta":
        return this.#delta("thought", part.id, part.delta, part.providerMetadata);
      case "text-start":
        return this.#begin("text", part.id, part.providerMetadata);
      case "reasoning-start":
        return this.#begin("thought", part.id, part.providerMetadata);
      case "text-end":
      case "reasoning-end":
        return this.#close(part.id, part.providerMetadata);
      case "tool-input-start":
        if (part.providerExecuted === true) return NONE;
        return [
          ...this.#closeOpen(),
          { type: "tool_call_begun", callId: this.#ids.begin(part.id), name: part.toolName },
        ];
      case "tool-call":
        return part.providerExecuted === true ? NONE : this.#call(part);
      case "finish":
        return this.#finish(part.finishReason, part.usage);
      case "error":
        // One provider package throws its own error when a stream ends early.
        if (!isCutOff(part.error)) this.end = { error: part.error };
        return NONE;
      // The complete input comes with the call; the rest are server-side features that we do not request.
      case "tool-input-delta":
      case "tool-input-end":
      case "tool-result":
      case "tool-approval-request":
      case "file":
      case "source":
      case "stream-start":
      case "response-metadata":
      case "raw":
        return NONE;
    }
  }

  #begin(type: OpenBlock["type"], id: string, provider: ProviderData | undefined): readonly ModelEvent[] {
    const closed = this.#closeOpen();
    this.#open = { type, id, provider, hasText: false };
    return closed;
  }

  #delta(type: OpenBlock["type"], id: string, text: string, provider: ProviderData | undefined): readonly ModelEvent[] {
    const isOpen = this.#open?.type === type && this.#open.id === id;
    const closed = isOpen ? NONE : this.#begin(type, id, undefined);
    const open = this.#open;
    if (open !== undefined && provider !== undefined) open.provider = merge(open.provider, provider);
    if (text === "") return closed;
    if (open !== undefined) open.hasText = true;
    return closed.length === 0 ? [{ type, text }] : [...closed, { type, text }];
  }

  /** An end may arrive after the next part has started; then it was already emitted. */
  #close(id: string, provider: ProviderData | undefined): readonly ModelEvent[] {
    const open = this.#open;
    if (open === undefined || open.id !== id) return NONE;
    if (provider !== undefined) open.provider = merge(open.provider, provider);
    return this.#closeOpen();
  }

  #closeOpen(): readonly ModelEvent[] {
    const open = this.#open;
    this.#open = undefined;
    // A thought may be encrypted, without text, but must be sent back.
    if (open === undefined || (!open.hasText && open.provider === undefined)) return NONE;
    const type = open.type === "text" ? "text_end" : "thought_end";
    return [open.provider === undefined ? { type } : { type, provider: open.provider }];
  }

  #call(part: Extract<LanguageModelV3StreamPart, { type: "tool-call" }>): readonly ModelEvent[] {
    this.#calls += 1;
    const parsed = parseInput(part.input);
    const call: ModelEvent = {
      type: "tool_call",
      callId: this.#ids.complete(part.toolCallId),
      name: part.toolName,
      input: parsed.input,
      ...(part.providerMetadata === undefined ? {} : { provider: part.providerMetadata }),
    };
    const closed = this.#closeOpen();
    if (parsed.isJson) return [...closed, call];
    this.#doubtful.push(call);
    return closed;
  }

  #finish({ unified, raw }: LanguageModelV3FinishReason, usage: LanguageModelV3Usage): readonly ModelEvent[] {
    // The packages report "other" when the stream ended without a finish reason.
    if (unified === "error" || (unified === "other" && raw === undefined)) return NONE;
    this.end = "finished";
    const reason = toReason(unified, this.#calls > 0);
    return [...this.#closeOpen(), ...this.#doubtful, { type: "finish", reason, usage: toUsage(usage) }];
  }
}

const NONE: readonly ModelEvent[] = [];

function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ended without a finish reason");
}

/** Some servers report "stop" after a tool call. */
function toReason(unified: Exclude<LanguageModelV3FinishReason["unified"], "error">, hasCalls: boolean): FinishReason {
  switch (unified) {
    case "stop":
      return hasCalls ? "tool_calls" : "stop";
    case "tool-calls":
      return "tool_calls";
    case "length":
      return "max_tokens";
    case "content-filter":
      return "refusal";
    case "other":
      return "other";
  }
}

export function toUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): ModelUsage {
  const { total, noCache, cacheRead, cacheWrite } = inputTokens;
  return {
    inputTokens: total ?? (noCache ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0),
    outputTokens: outputTokens.total ?? (outputTokens.text ?? 0) + (outputTokens.reasoning ?? 0),
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
    ...(outputTokens.reasoning === undefined ? {} : { thoughtTokens: outputTokens.reasoning }),
  };
}

function parseInput(text: string): { readonly input: unknown; readonly isJson: boolean } {
  // A call without arguments often has an empty input.
  if (text.trim() === "") return { input: {}, isJson: true };
  try {
    return { input: parseJson(text), isJson: true };
  } catch {
    return { input: text, isJson: false }; // The loop reports it to the model.
  }
}

/** Merged by provider and field, because a signature may come in a separate delta. */
function merge(before: ProviderData | undefined, more: ProviderData): ProviderData {
  if (before === undefined) return more;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, fields] of Object.entries(more)) {
    const old = merged[name];
    merged[name] = typeof old === "object" && typeof fields === "object" ? { ...old, ...fields } : fields;
  }
  return merged;
}
