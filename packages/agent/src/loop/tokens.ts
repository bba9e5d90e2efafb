// Token counts: what requests used and cost, and an estimate for what no provider has counted yet.
import { Buffer } from "node:buffer";
import type { AssistantPart, Message, ResultPart, UserPart } from "../models/message.ts";
import type { ModelPrice, ModelUsage } from "../models/model.ts";

export const CHARS_PER_TOKEN = 4;
export const IMAGE_TOKENS = 1_600;
/** Estimate for a document in base64. */
const FILE_CHARS_PER_TOKEN = 40;

export const NO_USAGE: ModelUsage = { inputTokens: 0, outputTokens: 0 };

export function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: addKnown(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: addKnown(one.cacheWriteTokens, other.cacheWriteTokens),
    thoughtTokens: addKnown(one.thoughtTokens, other.thoughtTokens),
  };
}

const TOKENS_PER_PRICE = 1_000_000;

/** In US dollars; undefined if the price is unknown. Thoughts are counted as output. */
export function costOf(usage: ModelUsage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const plainTokens = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const total =
    plainTokens * price.input +
    cacheReadTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return total / TOKENS_PER_PRICE;
}

/** An unknown count is not zero. */
function addKnown(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}

/** Counts bytes, not characters: a Chinese character is closer to a token than a Latin letter is. */
export function estimateText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / CHARS_PER_TOKEN);
}

export function estimateMessage(message: Message): number {
  if (message.role !== "tool") return sum(message.parts, estimatePart);
  return sum(message.results, ({ name, parts }) => estimateText(name) + sum(parts, estimatePart));
}

export function estimateMessages(messages: readonly Message[]): number {
  return sum(messages, estimateMessage);
}

function estimatePart(part: UserPart | AssistantPart | ResultPart): number {
  switch (part.type) {
    case "text":
    case "thought":
      return estimateText(part.text);
    case "image":
      return IMAGE_TOKENS;
    case "file":
      return Math.ceil(part.data.length / FILE_CHARS_PER_TOKEN);
    case "tool_call":
      return estimateText(part.name) + estimateText(toJson(part.input));
    default:
      return part satisfies never;
  }
}

/** For input written by a model, which may be anything; `undefined` has no JSON. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    // A cycle or a BigInt: an approximate text is enough for its size and for display.
    return String(value);
  }
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}
