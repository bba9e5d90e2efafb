// The conversation as plain text, for a recipe or a review; only the end of a long one.
import type { Message } from "../models/message.ts";
import { CONVERSATION_CHARS_MAX } from "../limits.ts";

const RESULT_CHARS_MAX = 500;

export function toConversationText(messages: readonly Message[]): string {
  const text = messages
    .map(describe)
    .filter((part) => part !== "")
    .join("\n\n");
  return text.length <= CONVERSATION_CHARS_MAX ? text : `…${text.slice(-CONVERSATION_CHARS_MAX)}`;
}

function describe(message: Message): string {
  if (message.role === "user")
    return `User: ${message.parts.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n")}`;
  if (message.role === "tool") {
    return message.results
      .map(({ name, parts, isError }) => {
        const text = parts.map((part) => (part.type === "text" ? part.text : "[image]")).join("\n");
        return `Result of ${name}${isError ? " (failed)" : ""}: ${text.slice(0, RESULT_CHARS_MAX)}`;
      })
      .join("\n");
  }
  return message.parts
    .flatMap((part) => {
      if (part.type === "text") return part.text === "" ? [] : [`Agent: ${part.text}`];
      return part.type === "tool_call"
        ? [`Agent calls ${part.name}: ${JSON.stringify(part.input)?.slice(0, RESULT_CHARS_MAX) ?? ""}`]
        : [];
    })
    .join("\n");
}
