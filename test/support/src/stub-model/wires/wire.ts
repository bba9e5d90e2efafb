// What each wire does: read a request into a conversation, and write an answer, whole or as a stream.
import type { Conversation } from "../conversation.ts";
import type { Refusal, Reply } from "../reply.ts";

export type WireName = "openai-chat" | "openai-responses" | "anthropic" | "gemini";

/** One piece of a stream. */
export type Frame =
  | { readonly type: "event"; readonly event?: string | undefined; readonly data: string }
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "drop" };

export type Body = Readonly<Record<string, unknown>>;

/** What an address says besides the body. */
export interface Address {
  readonly model: string | undefined;
  /** Undefined where the body says it. */
  readonly stream: boolean | undefined;
  /** Whether a stream comes as events; else as one JSON array in pieces. */
  readonly asEvents: boolean;
}

export interface Wire {
  readonly name: WireName;
  /** Throws BadRequest. */
  parse(body: Body, address: Address): Conversation;
  toBody(reply: Reply): unknown;
  toFrames(reply: Reply, body: Body): Iterable<Frame>;
  toError(refusal: Refusal): unknown;
  countTokens?(tokens: number): unknown;
}

export function toEvent(data: unknown, event?: string): Frame {
  return { type: "event", event, data: typeof data === "string" ? data : JSON.stringify(data) };
}
