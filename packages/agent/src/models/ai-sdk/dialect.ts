// How one family of providers differs from the others: the words it uses for thinking and caching, what it can read.
import type { SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { Message } from "../message.ts";
import type { ModelInfo, ModelRequest } from "../model.ts";

export type DialectName = "anthropic" | "openai" | "azure" | "google" | "vertex" | "chat" | "bedrock";

export interface Dialect {
  /** Under which the package keeps what it gives and wants back. */
  readonly namespace: string;
  /** Whether thoughts without a signature are given back. */
  readonly takesPlainThoughts: boolean;
  /** Whether a tool's result may hold an image. Elsewhere it is shown right after the result. */
  readonly takesResultImages: boolean;
  /** Files that are sent as they are. Text is sent as text everywhere. */
  readonly files: RegExp;
  /** Whether the length of an answer has to be told. */
  readonly tellsOutputMax: boolean;
  /** Of the whole request. */
  options(request: ModelRequest, info: ModelInfo, model: string): Readonly<Record<string, Json>>;
  /** Options that it can do without, and how a server that does not know one complains of it. */
  readonly wishes: Readonly<Record<string, RegExp>>;
  /** What marks the place up to which the request can be kept; undefined where the provider finds it by itself. */
  cacheMark?(model: string): Readonly<Record<string, Json>> | undefined;
  /** Whether the tools can be marked too. */
  readonly cachesTools?: boolean | undefined;
}

export type Json = SharedV3ProviderOptions[string][string];

/** Since a person spoke last: what a model has done in this turn. */
export function messagesOfTurn(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
}
