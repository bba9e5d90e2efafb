// How a family of providers differs from the others: options for thinking and caching, supported content.
import type { SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { Message } from "../message.ts";
import type { ModelInfo, ModelRequest } from "../model.ts";

export type DialectName = "anthropic" | "openai" | "azure" | "google" | "vertex" | "chat" | "bedrock";

export interface Dialect {
  /** The key of the provider's own metadata. */
  readonly namespace: string;
  /** Whether thoughts without a signature are sent back. */
  readonly takesPlainThoughts: boolean;
  /** Whether a tool result may contain an image; otherwise it follows in a message. */
  readonly takesResultImages: boolean;
  /** File types that are sent unchanged. Text is always sent as text. */
  readonly files: RegExp;
  /** Whether the maximum output length is required. */
  readonly needsOutputMax: boolean;
  /** Of the whole request. */
  options(request: ModelRequest, info: ModelInfo, model: string): Readonly<Record<string, Json>>;
  /** Optional options, and the errors of servers that do not support them. */
  readonly optional: Readonly<Record<string, RegExp>>;
  /** Marks a cache breakpoint; undefined if the provider caches automatically. */
  cacheMark?(model: string): Readonly<Record<string, Json>> | undefined;
  /** Whether the tools can be marked too. */
  readonly cachesTools?: boolean | undefined;
}

export type Json = SharedV3ProviderOptions[string][string];

/** Messages since the last user message. */
export function messagesOfTurn(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
}
