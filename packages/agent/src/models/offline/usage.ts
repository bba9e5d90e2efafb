// A rough token estimate, simpler than the loop's, which must work for real models.
import type { Message } from "../message.ts";
import type { ModelRequest } from "../model.ts";

const CHARS_PER_TOKEN = 4;
const IMAGE_CHARS = 4_000;

export function countTokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

export function estimateInput({ system, messages }: Pick<ModelRequest, "system" | "messages">): number {
  return countTokens(messages.reduce((sum, message) => sum + charsOf(message), system.length));
}

function charsOf(message: Message): number {
  if (message.role === "tool") return message.results.reduce((sum, { parts }) => sum + partsChars(parts), 0);
  return partsChars(message.parts);
}

function partsChars(parts: Extract<Message, { parts: unknown }>["parts"]): number {
  let chars = 0;
  for (const part of parts) {
    if ("text" in part) chars += part.text.length;
    else if (part.type === "tool_call") chars += (JSON.stringify(part.input) ?? "").length;
    else chars += IMAGE_CHARS;
  }
  return chars;
}
