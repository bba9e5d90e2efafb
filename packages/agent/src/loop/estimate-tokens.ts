// A guess at what a message takes of a model's window, for what no provider has counted yet.
import { Buffer } from "node:buffer";
import type { AssistantPart, Message, ResultPart, UserPart } from "../models/message.ts";
import { CHARS_PER_TOKEN, FILE_CHARS_PER_TOKEN, IMAGE_TOKENS } from "./limits.ts";

/** Bytes, not characters: a Chinese sign is nearer to a token than a Latin letter. */
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

/** What a model wrote may be anything; `undefined` has no JSON. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    // A cycle, or a number too big for JSON: only its size is wanted here, and something to show.
    return String(value);
  }
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}
